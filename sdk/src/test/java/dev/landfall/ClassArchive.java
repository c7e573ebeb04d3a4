package dev.landfall;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The classes of a child JVM, parsed and checked once and then mapped from a file by each start:
 * most of a short life is spent on loading classes. The file is of no use with directories on the
 * class path, so these become jars first.
 */
final class ClassArchive {

  private final Path file;
  private final String classPath;

  private ClassArchive(Path file, String classPath) {
    this.file = file;
    this.classPath = classPath;
  }

  /** Names an archive in a directory; it is written by a child with {@link #writing()}. */
  static ClassArchive in(Path directory) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      Path jar = directory.resolve("classes-" + entries.size() + ".jar");
      entries.add(Files.isDirectory(path) ? jarOf(path, jar).toString() : entry);
    }
    return new ClassArchive(
        directory.resolve("classes.jsa"), String.join(File.pathSeparator, entries));
  }

  /** Returns the options of a child that loads what others will load, and ends by itself. */
  List<String> writing() {
    return List.of("-XX:ArchiveClassesAtExit=" + file, "-cp", classPath);
  }

  /** Returns the options of a child that starts from the archive. */
  List<String> reading() {
    return List.of("-XX:SharedArchiveFile=" + file, "-cp", classPath);
  }

  boolean isWritten() {
    return Files.exists(file);
  }

  private static Path jarOf(Path directory, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
        if (!name.equals("META-INF/MANIFEST.MF")) {
          entries.putNextEntry(new JarEntry(name));
          Files.copy(file, entries);
        }
      }
    }
    return jar;
  }
}
