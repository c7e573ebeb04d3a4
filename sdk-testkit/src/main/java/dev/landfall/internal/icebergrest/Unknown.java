package dev.landfall.internal.icebergrest;

import java.util.function.Supplier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;

/**
 * What is asked about a change that has landed, or may have. If that fails, the outcome is not
 * known to the client, whatever the failure is called: after most others, 503 among them, an engine
 * deletes the files that it wrote for the change.
 */
final class Unknown {

  private Unknown() {}

  /**
   * Asks.
   *
   * @throws UnprocessableEntityException if the answer is that another request made the change
   * @throws CommitStateUnknownException if there is no answer
   */
  static <T> T unlessAnswered(Supplier<T> question) {
    try {
      return question.get();
    } catch (UnprocessableEntityException | CommitStateUnknownException told) {
      throw told;
    } catch (RuntimeException e) {
      throw new CommitStateUnknownException("The catalog behind this server did not answer", e);
    }
  }
}
