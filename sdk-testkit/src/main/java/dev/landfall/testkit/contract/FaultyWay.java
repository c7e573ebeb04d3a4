package dev.landfall.testkit.contract;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.internal.KeptOpenCatalog;
import java.time.Duration;
import java.util.List;

/** A way to a catalog, with what stands on it and is closed with it. */
final class FaultyWay extends ForwardingCatalog {

  private final List<Runnable> closing;

  FaultyWay(Catalog seen, List<Runnable> closing) {
    super(seen);
    this.closing = closing;
  }

  static Catalog inProcess(Catalog opened, FaultPlan faults, Duration callTimeout) {
    FaultLine line = FaultLine.inProcess(faults, callTimeout);
    return new FaultyWay(line.before(new KeptOpenCatalog(opened)), List.of(line::close));
  }

  @Override
  public void close() {
    super.close();
    closing.forEach(Runnable::run);
  }
}
