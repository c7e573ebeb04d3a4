package dev.landfall.testkit.fault;

/**
 * The death of a process, as far as it goes within one: the SDK catches nothing of this kind and
 * reports nothing about it, so what was under way is left as {@code kill -9} leaves it. Unlike
 * then, {@code finally} blocks of the application do run. A test catches it where the process would
 * have ended, and starts the application's code anew.
 */
public final class SimulatedCrash extends VirtualMachineError {

  private static final long serialVersionUID = 1L;

  SimulatedCrash(Fault.Crash fault, WireRequest request) {
    super("The process dies here, as the fault plan says: " + fault + " hit " + request);
  }
}
