package dev.landfall.testkit.simulation;

/**
 * Ends what a simulated process was doing. The SDK hands an error of the virtual machine on as it
 * is, so that nothing goes on behind it.
 */
final class ProcessCrash extends VirtualMachineError {

  private static final long serialVersionUID = 1L;

  ProcessCrash() {
    super("The simulated process has crashed");
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
