package dev.landfall.internal.http;

import okhttp3.Call;
import okhttp3.EventListener;

/**
 * Tells whether a call began to send. The exception of a failed call does not: a connection that
 * was refused and one that was cut after the request look alike.
 */
final class SendProbe extends EventListener {

  private volatile boolean began;

  /** Makes the listener of a call: its probe, if it bears one, and the application's own. */
  static EventListener listen(Call call, EventListener.Factory own) {
    EventListener applications = own.create(call);
    SendProbe probe = call.request().tag(SendProbe.class);
    return probe == null ? applications : probe.plus(applications);
  }

  @Override
  public void requestHeadersStart(Call call) {
    began = true;
  }

  /** Returns whether a byte of the request may have left. */
  boolean began() {
    return began;
  }
}
