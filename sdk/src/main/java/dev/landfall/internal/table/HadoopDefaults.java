package dev.landfall.internal.table;

import java.net.URL;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hides Hadoop's files of defaults from Iceberg's Parquet writer. It makes a Hadoop configuration
 * for every file, each of which would parse these XML files, many times the work of writing a row.
 * Nothing in them concerns a Parquet file on the local disk.
 */
final class HadoopDefaults {

  private static final Set<String> FILES =
      Set.of("core-default.xml", "core-site.xml", "mapred-default.xml", "mapred-site.xml");

  private static final ClassLoader WITHOUT =
      new ClassLoader(HadoopDefaults.class.getClassLoader()) {
        @Override
        public @Nullable URL getResource(String name) {
          return FILES.contains(name) ? null : super.getResource(name);
        }
      };

  private HadoopDefaults() {}

  /** Something that makes configurations. */
  interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /** Runs work whose configurations, made in this thread, stay without the defaults. */
  static <T, E extends Exception> T hiddenFrom(Work<T, E> work) throws E {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(WITHOUT);
    try {
      return work.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
