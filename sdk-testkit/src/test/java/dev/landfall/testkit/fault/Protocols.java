package dev.landfall.testkit.fault;

import java.util.List;
import okhttp3.Protocol;

/** The protocols that clients of the proxy speak. */
final class Protocols {

  static final List<Protocol> ALL = List.of(Protocol.HTTP_1_1, Protocol.H2_PRIOR_KNOWLEDGE);

  private Protocols() {}
}
