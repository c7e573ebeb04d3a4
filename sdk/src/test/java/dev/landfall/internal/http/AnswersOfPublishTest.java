package dev.landfall.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.HttpOptions;
import dev.landfall.internal.retry.Failures;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each answer to a publish proves: the catalog's own envelope something, a status nothing. */
class AnswersOfPublishTest {

  private static final CommitId HEAD = new CommitId("00000000000000aa");

  private final ScriptedServer server = new ScriptedServer();
  private final HttpCatalog catalog = HttpCatalog.at(server.uri(), HttpOptions.defaults());
  private final PublishRequest request = request();

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(ErrorCode.INVALID_REQUEST, InvalidRequestException.class),
        arguments(ErrorCode.NOT_SUPPORTED, NotSupportedException.class),
        arguments(ErrorCode.UNAUTHENTICATED, UnauthenticatedException.class),
        arguments(ErrorCode.PERMISSION_DENIED, PermissionDeniedException.class),
        arguments(ErrorCode.NOT_FOUND, NotFoundException.class),
        arguments(ErrorCode.METHOD_NOT_ALLOWED, InvalidRequestException.class),
        arguments(ErrorCode.OPERATION_ABANDONED, OperationAbandonedException.class),
        arguments(ErrorCode.REQUEST_TOO_LARGE, InvalidRequestException.class),
        arguments(ErrorCode.URI_TOO_LONG, InvalidRequestException.class),
        arguments(ErrorCode.UNSUPPORTED_MEDIA_TYPE, InvalidRequestException.class),
        arguments(ErrorCode.OPERATION_MISMATCH, OperationMismatchException.class),
        arguments(ErrorCode.HEADERS_TOO_LARGE, InvalidRequestException.class),
        arguments(ErrorCode.TOO_MANY_REQUESTS, UnavailableException.class));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalInTheCatalogsEnvelopeIsProof(ErrorCode code, Class<?> exception) {
    server.next(code.status(), envelope(code));

    Throwable thrown = catchThrowable(() -> catalog.publish(request));

    assertThat(thrown).isInstanceOf(exception).hasMessageContaining("the-request-id");
    assertThat(Failures.isAmbiguous(thrown)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void theSameStatusWithoutTheEnvelopeProvesNothing(ErrorCode code, Class<?> exception) {
    server.next(code.status(), "<html>" + code.status() + "</html>");

    Throwable thrown = catchThrowable(() -> catalog.publish(request));

    assertThat(Failures.isAmbiguous(thrown)).isTrue();
    assertThat(thrown).hasMessageContaining("answered " + code.status());
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void anEnvelopeUnderAnotherStatusProvesNothing(ErrorCode code, Class<?> exception) {
    server.next(409, envelope(code));

    assertThat(Failures.isAmbiguous(catchThrowable(() -> catalog.publish(request)))).isTrue();
  }

  static IntStream statusesThatProveNothing() {
    return IntStream.of(
        201, 202, 204, 206, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 408, 409,
        410, 412, 413, 421, 422, 425, 429, 451, 499, 500, 501, 502, 503, 504, 505, 507, 511, 520,
        599);
  }

  @ParameterizedTest
  @MethodSource("statusesThatProveNothing")
  void aStatusAloneProvesNothing(int status) {
    server.next(status, "", "Location", server.uri() + "/elsewhere", "Retry-After", "0");

    Throwable thrown = catchThrowable(() -> catalog.publish(request));

    assertThat(Failures.isAmbiguous(thrown)).isTrue();
    if (thrown instanceof UnavailableException unavailable) {
      assertThat(unavailable.httpStatus()).hasValue(status);
    } else {
      assertThat(((ProtocolException) thrown).httpStatus()).hasValue(status);
    }
    assertThat(server.received()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "<html>Welcome</html>",
        "{\"commit\":null,\"replayed\":false}",
        "{\"commit\":{},\"replayed\":false}",
        "{\"commit\":{\"id\":\"00000000000000aa\"},\"replayed\":false}",
        "{\"commit\":{\"id\":\"00000000000000aa\",\"committedAt\":\"2026-01-01T00:00:00Z\","
            + "\"properties\":{},\"changes\":[]",
        "{\"commit\":{\"id\":\"00000000000000aa\",\"committedAt\":\"2026-01-01T00:00:00Z\","
            + "\"properties\":{},\"changes\":[]},\"replayed\":false} trailing"
      })
  void aSuccessThatCannotBeReadProvesNothing(String body) {
    server.next(200, body);

    Throwable thrown = catchThrowable(() -> catalog.publish(request));

    assertThat(thrown).isInstanceOf(ProtocolException.class);
    assertThat(Failures.isAmbiguous(thrown)).isTrue();
  }

  @Test
  void branchMovedAndConflictAreAnswersAndNoExceptions() {
    TableConflict conflict =
        new TableConflict(TableName.of("orders"), ConflictKind.NAME_TAKEN, "It is taken");
    server
        .next(409, envelope(ErrorCode.BRANCH_MOVED, HEAD, List.of()))
        .next(409, envelope(ErrorCode.BRANCH_MOVED))
        .next(409, envelope(ErrorCode.CONFLICT, null, List.of(conflict)));

    assertThat(((PublishAnswer.BranchMoved) catalog.publish(request)).actualHead()).contains(HEAD);
    assertThat(((PublishAnswer.BranchMoved) catalog.publish(request)).actualHead()).isEmpty();
    assertThat(catalog.publish(request)).isEqualTo(new PublishAnswer.Conflicted(List.of(conflict)));
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {"UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "TOO_MANY_REQUESTS"})
  void aConflictOfAReleaseThatCannotBeFencedProvesNothing(ErrorCode refusal) {
    TableConflict conflict =
        new TableConflict(TableName.of("orders"), ConflictKind.NAME_TAKEN, "It is taken");
    server
        .next(409, envelope(ErrorCode.CONFLICT, null, List.of(conflict)))
        .next(refusal.status(), envelope(refusal));

    Throwable thrown = catchThrowable(() -> catalog.publish(request(Comparison.TABLES)));

    assertThat(Failures.isAmbiguous(thrown)).isTrue();
    assertThat(thrown).hasMessageContaining("could not be fenced");
  }

  @Test
  void aPublishIsOneRequestWithTheFrozenBytesAndItsKey() {
    server.next(409, envelope(ErrorCode.BRANCH_MOVED));

    catalog.publish(request);

    assertThat(server.received()).hasSize(1);
    ScriptedServer.Received sent = server.received().get(0);
    assertThat(sent.method()).isEqualTo("POST");
    assertThat(sent.uri()).isEqualTo("/v1/projects/demo/commits");
    assertThat(sent.body().getBytes(StandardCharsets.UTF_8)).isEqualTo(request.bytes());
    assertThat(sent.header("Idempotency-Key")).isEqualTo(request.operationId().toString());
    assertThat(sent.header("Content-Type")).isEqualTo("application/json");
  }

  @Test
  void aReadIsNotRepeatedByOkHttpEither() {
    server.next(503, "", "Retry-After", "0").next(408, "").next(429, "", "Retry-After", "7");

    for (int sent = 1; sent <= 3; sent++) {
      Throwable thrown = catchThrowable(() -> catalog.project(request.project()));

      assertThat(thrown).isInstanceOf(UnavailableException.class);
      assertThat(server.received()).hasSize(sent);
      assertThat(((UnavailableException) thrown).retryAfter())
          .isEqualTo(
              switch (sent) {
                case 1 -> Optional.of(Duration.ZERO);
                case 3 -> Optional.of(Duration.ofSeconds(7));
                default -> Optional.empty();
              });
    }
  }

  @Test
  void noOtherTextIsTakenForNoRecord() {
    OperationId operation = request.operationId();
    String other = OperationId.random().toString();
    List<String> texts =
        List.of(
            "{}",
            "{\"landed\":false}",
            "{\"operationId\":\"" + other + "\",\"landed\":false}",
            "{\"operationId\":\"" + operation + "\"}",
            "{\"operationId\":\"" + operation + "\",\"landed\":true}");
    texts.forEach(text -> server.next(200, text));

    for (String text : texts) {
      assertThat(catchThrowable(() -> lookUp(operation)))
          .as(text)
          .isInstanceOf(ProtocolException.class);
    }
    server.next(200, "{\"operationId\":\"" + operation + "\",\"landed\":false,\"new\":1}");
    assertThat(lookUp(operation)).isEmpty();
  }

  private Optional<CommitInfo> lookUp(OperationId operation) {
    return catalog.findOperation(request.project(), operation, request.sha256());
  }

  private static String envelope(ErrorCode code) {
    return envelope(code, null, List.of());
  }

  private static String envelope(ErrorCode code, CommitId head, List<TableConflict> conflicts) {
    return new String(
        new ErrorEnvelope(code, "No", "the-request-id", head, conflicts).encode(),
        StandardCharsets.UTF_8);
  }

  static PublishRequest request() {
    return request(Comparison.HEAD);
  }

  private static PublishRequest request(Comparison comparison) {
    CommitContent content =
        new CommitContent(
            new ProjectName("demo"),
            BranchName.MAIN,
            UUID.randomUUID(),
            HEAD,
            comparison,
            OperationId.random(),
            "Drop ü",
            Map.of(),
            List.of(new Change.Drop(TableName.of("orders"))));
    return new PublishRequest(CommitContentCodec.encode(content), content);
  }
}
