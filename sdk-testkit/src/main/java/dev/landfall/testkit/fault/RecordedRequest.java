package dev.landfall.testkit.fault;

import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request while it passes, with what becomes of it. Guarded by the {@link RequestLog}. */
final class RecordedRequest {

  private static final Set<String> CREDENTIALS =
      Set.of("authorization", "proxy-authorization", "cookie", "x-amz-security-token");

  final int number;
  final RequestHead head;
  final RequestKind kind;
  final @Nullable OperationId operationId;
  final Map<String, List<String>> shownHeaders;
  final List<Integer> serverStatuses = new ArrayList<>();
  byte[] body = new byte[0];
  @Nullable Fault fault;
  int deliveries;

  RecordedRequest(int number, RequestHead head) {
    this.number = number;
    this.head = head;
    this.kind = RequestKind.of(head.method(), head.target());
    this.operationId = operationIdOf(kind, head).orElse(null);
    this.shownHeaders = shown(head.headers());
  }

  private static Optional<OperationId> operationIdOf(RequestKind kind, RequestHead head) {
    return switch (kind) {
      case PUBLISH ->
          HeaderField.find(head.headers(), "Idempotency-Key").flatMap(RecordedRequest::parse);
      case RECOVER, ABANDON -> parse(operationInPath(RequestKind.pathOf(head.target())));
      case READ, OTHER -> Optional.empty();
    };
  }

  private static String operationInPath(String path) {
    String marker = "/operations/";
    String rest = path.substring(path.lastIndexOf(marker) + marker.length());
    int slash = rest.indexOf('/');
    return slash < 0 ? rest : rest.substring(0, slash);
  }

  /** A client under test may send anything; what is no operation id is none. */
  private static Optional<OperationId> parse(String text) {
    try {
      return Optional.of(OperationId.of(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Map<String, List<String>> shown(List<HeaderField> fields) {
    Map<String, List<String>> shown = new LinkedHashMap<>();
    for (HeaderField field : fields) {
      String name = field.name().toLowerCase(Locale.ROOT);
      shown
          .computeIfAbsent(name, n -> new ArrayList<>())
          .add(CREDENTIALS.contains(name) ? "(not recorded)" : field.value());
    }
    shown.replaceAll((name, values) -> List.copyOf(values));
    return Collections.unmodifiableMap(shown);
  }
}
