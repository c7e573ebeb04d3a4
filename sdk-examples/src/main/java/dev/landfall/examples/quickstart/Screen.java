package dev.landfall.examples.quickstart;

import java.io.PrintStream;
import java.util.Locale;

/** Where the program tells what it does. */
final class Screen {

  private final PrintStream out;

  Screen(PrintStream out) {
    this.out = out;
  }

  void say(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
  }

  void blank() {
    out.println();
  }
}
