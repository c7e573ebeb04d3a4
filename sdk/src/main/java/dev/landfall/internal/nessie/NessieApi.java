package dev.landfall.internal.nessie;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.internal.http.HttpAnswer;
import dev.landfall.internal.http.HttpLine;
import dev.landfall.internal.http.HttpRequest;
import dev.landfall.internal.wire.CanonicalJson;
import dev.landfall.internal.wire.StrictJson;
import dev.landfall.model.CommitId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests of Nessie's API v2 that the catalog makes. Each method sends one request, unless it
 * says that it reads pages, and repeats nothing. Safe for use by many threads.
 */
final class NessieApi implements AutoCloseable {

  /** The commit before every first one. */
  static final CommitId NO_ANCESTOR =
      new CommitId("2e1cfa82b035c26cbbbdae632cea070514eb8b773f616aaeaf668e2f0be8f10d");

  /** How a conditional change of a reference ended. */
  enum Moved {
    DONE,
    /** The reference stands elsewhere, and stays there. */
    ELSEWHERE,
    /** The reference, or what it was to be moved to, does not exist. */
    GONE
  }

  /** The contents of some keys at a commit; keys without content are left out. */
  record Contents(CommitId at, Map<Key, Content> byKey) {}

  /** How a commit ended. */
  sealed interface CommitAnswer {}

  /** A commit that was made, and the ids of the contents that are new with it. */
  record Committed(CommitId hash, Map<Key, String> newIds) implements CommitAnswer {}

  /** Nothing was committed, because of what the branch has now. */
  record Refused(NessieRefusal refusal) implements CommitAnswer {}

  private static final int PAGE = 200;

  private final HttpLine line;

  NessieApi(HttpLine line) {
    this.line = line;
  }

  /** Returns how a request names the head of a reference. */
  static String head(String reference) {
    return URLEncoder.encode(reference, StandardCharsets.UTF_8);
  }

  /** Returns how a request names a reference of which it is known where it stands. */
  static String at(String reference, CommitId hash) {
    return head(reference) + "@" + hash;
  }

  /** Returns how a request names a commit, whatever reference it is on. */
  static String at(CommitId hash) {
    return "@" + hash;
  }

  /** Looks a reference up; empty if there is none. */
  Optional<Reference> reference(String name) {
    return find(
        HttpRequest.get(path(head(name))), json -> Reference.read(json.object("reference")));
  }

  /** Returns the condition, in Nessie's language, of references whose names begin so. */
  static String beginsWith(String prefix) {
    return "ref.name.startsWith('" + prefix + "')";
  }

  /** Lists the references whose names begin so, a page at a time. */
  List<Reference> references(String prefix) {
    return referencesWhere(beginsWith(prefix));
  }

  /** Lists the references of which a condition holds, a page at a time. */
  List<Reference> referencesWhere(String condition) {
    return pages(
        HttpRequest.get("trees")
            .with("filter", condition)
            .with("max-records", Integer.toString(PAGE)),
        "references",
        Reference::read);
  }

  /**
   * Creates a reference.
   *
   * @return false if there is one of this name
   * @throws dev.landfall.catalog.NotFoundException if there is no such commit
   */
  boolean create(String name, String type, CommitId hash) {
    HttpRequest request =
        HttpRequest.post("trees", detached(hash)).with("name", name).with("type", type);
    HttpAnswer answer = line.send(request);
    if (answer.status() == 200) {
      requireAbout(new Reference(name, hash), request, answer);
      return true;
    }
    if (isRefusedAs(answer, 409, "REFERENCE_ALREADY_EXISTS")) {
      return false;
    }
    throw NessieRefusal.ofRead(request, answer);
  }

  /** Moves a branch to a commit, if it stands at the expected one. */
  Moved assign(String branch, CommitId expected, CommitId to) {
    return move(
        HttpRequest.put(path(at(branch, expected)), detached(to)), new Reference(branch, to));
  }

  /**
   * Moves a branch to a commit like {@link #assign}, if another branch, which has the commit, still
   * exists.
   */
  Moved assign(String branch, CommitId expected, CommitId to, String from) {
    byte[] body =
        new CanonicalJson()
            .beginObject()
            .field("type", "BRANCH")
            .field("name", from)
            .field("hash", to.value())
            .endObject()
            .toUtf8();
    return move(HttpRequest.put(path(at(branch, expected)), body), new Reference(branch, to));
  }

  /** Deletes a reference, if it stands at the expected commit. */
  Moved delete(String name, CommitId expected) {
    return move(HttpRequest.delete(path(at(name, expected))), new Reference(name, expected));
  }

  /**
   * Commits on a branch. Keys that others have changed since the expected commit are a refusal;
   * other commits are not, the new one goes on top of them.
   *
   * @throws dev.landfall.catalog.NotFoundException if there is no such branch or commit
   */
  CommitAnswer commit(String branch, CommitId expected, NewCommit commit) {
    HttpRequest request =
        HttpRequest.post(path(at(branch, expected)) + "/history/commit", commit.toJson());
    HttpAnswer answer = line.send(request);
    if (answer.status() == 200) {
      return decode(request, answer, NessieApi::readCommitted);
    }
    // A key that is taken at the expected commit already is answered 400.
    return NessieRefusal.of(answer)
        .filter(refusal -> refusal.status() == 409 || refusal.status() == 400)
        .map(Refused::new)
        .orElseThrow(() -> NessieRefusal.ofChange(request, answer));
  }

  /** Reads the contents of keys at a reference or commit; empty if there is none of that name. */
  Optional<Contents> contents(String at, Collection<Key> keys) {
    CanonicalJson json = new CanonicalJson().beginObject().beginArray("requestedKeys");
    for (Key key : keys) {
      json.beginObject().field("elements", key.elements()).endObject();
    }
    return find(
        HttpRequest.post(path(at) + "/contents", json.endArray().endObject().toUtf8()),
        NessieApi::readContents);
  }

  /** Lists all contents at a reference or commit of which a condition holds, a page at a time. */
  Map<Key, Content> entries(String at, String condition) {
    List<Map.Entry<Key, Content>> entries =
        pages(
            HttpRequest.get(path(at) + "/entries")
                .with("content", "true")
                .with("filter", condition)
                .with("max-records", Integer.toString(PAGE)),
            "entries",
            json ->
                Map.entry(
                    new Key(json.object("name").textList("elements")),
                    Content.read(json.object("content"))));
    Map<Key, Content> byKey = new HashMap<>();
    entries.forEach(entry -> byKey.put(entry.getKey(), entry.getValue()));
    return byKey;
  }

  /**
   * Reads the newest commits of a reference or commit; empty if there is none of that name.
   *
   * @param limit how many at most; Nessie may give fewer
   */
  Optional<List<LogEntry>> history(String at, int limit) {
    return find(
        HttpRequest.get(path(at) + "/history")
            .with("fetch", "ALL")
            .with("max-records", Integer.toString(limit)),
        json -> json.objects("logEntries").stream().map(LogEntry::read).toList());
  }

  /**
   * Reads the commits of a reference or commit of which a condition holds; empty if there is none
   * of that name.
   *
   * @param oldest where to stop looking; none for the first commit
   */
  Optional<List<LogEntry>> search(String at, String condition, @Nullable CommitId oldest) {
    HttpRequest request =
        HttpRequest.get(path(at) + "/history").with("fetch", "ALL").with("filter", condition);
    return find(
        oldest == null ? request : request.with("limit-hash", oldest.value()),
        json -> json.objects("logEntries").stream().map(LogEntry::read).toList());
  }

  @Override
  public void close() {
    line.close();
  }

  private Moved move(HttpRequest request, Reference expected) {
    HttpAnswer answer = line.send(request);
    if (answer.status() == 200) {
      requireAbout(expected, request, answer);
      return Moved.DONE;
    }
    if (isRefusedAs(answer, 409, "REFERENCE_CONFLICT")) {
      return Moved.ELSEWHERE;
    }
    if (isRefusedAs(answer, 404, "REFERENCE_NOT_FOUND")) {
      return Moved.GONE;
    }
    throw NessieRefusal.ofChange(request, answer);
  }

  private <T> Optional<T> find(HttpRequest request, Function<StrictJson, T> decoder) {
    HttpAnswer answer = line.send(request);
    if (answer.status() == 200) {
      return Optional.of(decode(request, answer, decoder));
    }
    if (isRefusedAs(answer, 404, "REFERENCE_NOT_FOUND")) {
      return Optional.empty();
    }
    throw NessieRefusal.ofRead(request, answer);
  }

  private <T> List<T> pages(HttpRequest first, String field, Function<StrictJson, T> decoder) {
    List<T> items = new ArrayList<>();
    HttpRequest request = first;
    while (true) {
      HttpAnswer answer = line.send(request);
      if (answer.status() != 200) {
        throw NessieRefusal.ofRead(request, answer);
      }
      Optional<String> next =
          decode(
              request,
              answer,
              json -> {
                json.objects(field).forEach(item -> items.add(decoder.apply(item)));
                return json.bool("hasMore") ? json.optionalText("token") : Optional.empty();
              });
      if (next.isEmpty()) {
        return items;
      }
      request = first.with("page-token", next.get());
    }
  }

  /** A 200 alone may come from something in between, which did nothing. */
  private static void requireAbout(Reference expected, HttpRequest request, HttpAnswer answer) {
    Reference told = decode(request, answer, json -> Reference.read(json.object("reference")));
    if (!told.equals(expected)) {
      throw new ProtocolException(
          request + " was answered " + answer.status() + " with another reference: " + told,
          answer.status(),
          null);
    }
  }

  private static <T> T decode(
      HttpRequest request, HttpAnswer answer, Function<StrictJson, T> decoder) {
    try {
      return decoder.apply(StrictJson.parseForeign(answer.body()));
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(
          request + " was answered " + answer.status() + " unreadably: " + e.getMessage(),
          answer.status(),
          e);
    }
  }

  private static boolean isRefusedAs(HttpAnswer answer, int status, String code) {
    return NessieRefusal.of(answer)
        .filter(refusal -> refusal.status() == status && refusal.code().equals(code))
        .isPresent();
  }

  private static Committed readCommitted(StrictJson json) {
    Map<Key, String> newIds = new HashMap<>();
    for (StrictJson added : json.optionalObjects("addedContents")) {
      newIds.put(new Key(added.object("key").textList("elements")), added.text("contentId"));
    }
    return new Committed(json.object("targetBranch").value("hash", CommitId::new), newIds);
  }

  private static Contents readContents(StrictJson json) {
    Map<Key, Content> byKey = new HashMap<>();
    for (StrictJson content : json.objects("contents")) {
      byKey.put(
          new Key(content.object("key").textList("elements")),
          Content.read(content.object("content")));
    }
    return new Contents(json.object("effectiveReference").value("hash", CommitId::new), byKey);
  }

  private static byte[] detached(CommitId hash) {
    return new CanonicalJson()
        .beginObject()
        .field("type", "DETACHED")
        .field("hash", hash.value())
        .endObject()
        .toUtf8();
  }

  private static String path(String at) {
    return "trees/" + at;
  }
}
