package dev.landfall;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A stream that fetches a page when it gets there, and nothing before. */
final class PagedStream<T> implements Iterator<T> {

  private static final int PAGE_SIZE = 200;

  private final Function<PageRequest, Page<T>> fetch;
  private final Set<String> seenTokens = new HashSet<>();
  private @Nullable PageRequest next = PageRequest.first(PAGE_SIZE);
  private Iterator<T> items = java.util.Collections.emptyIterator();

  private PagedStream(Function<PageRequest, Page<T>> fetch) {
    this.fetch = fetch;
  }

  static <T> Stream<T> of(Function<PageRequest, Page<T>> fetch) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            new PagedStream<>(fetch), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  @Override
  public boolean hasNext() {
    while (!items.hasNext() && next != null) {
      PageRequest request = next;
      Page<T> page = fetch.apply(request);
      items = page.items().iterator();
      next = page.nextToken().map(token -> request.next(requireNew(token))).orElse(null);
    }
    return items.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return items.next();
  }

  private String requireNew(String token) {
    if (!seenTokens.add(token)) {
      throw new ProtocolException("The catalog answered the same page token twice", null);
    }
    return token;
  }
}
