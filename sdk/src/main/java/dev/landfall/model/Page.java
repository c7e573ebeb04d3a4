package dev.landfall.model;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Some items of a longer list, and the token that fetches the next ones. */
public final class Page<T> {

  private final List<T> items;
  private final @Nullable String nextToken;

  /** Makes a page; without a token it is the last one. */
  public Page(List<T> items, @Nullable String nextToken) {
    this.items = List.copyOf(items);
    this.nextToken = nextToken;
  }

  /** Returns the items of this page. */
  public List<T> items() {
    return items;
  }

  /** Returns the opaque token of the next page; empty on the last one. */
  public Optional<String> nextToken() {
    return Optional.ofNullable(nextToken);
  }

  @Override
  public String toString() {
    return "page of " + items.size() + (nextToken == null ? ", the last" : "");
  }
}
