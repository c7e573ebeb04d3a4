package dev.landfall.testkit.fault;

import java.io.IOException;

/** The client's end of one exchange, whichever protocol it speaks. Used by one thread. */
interface ClientEnd {

  /** Reads the whole body. */
  byte[] readBody() throws IOException, InterruptedException;

  /** Reads a part of the body. */
  byte[] readPartOfBody() throws IOException, InterruptedException;

  /** Sends a whole answer. */
  void answer(ServerAnswer answer) throws IOException, InterruptedException;

  /** Sends the head and half of the body, and closes the connection. */
  void cutAnswer(ServerAnswer answer) throws IOException, InterruptedException;

  /** Waits until the client, or the proxy, closes the connection or ends the exchange. */
  void awaitGone() throws InterruptedException;

  /** Closes the connection. */
  void close();

  /** Resets the connection. */
  void reset();
}
