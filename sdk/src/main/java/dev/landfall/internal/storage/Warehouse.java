package dev.landfall.internal.storage;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.files.DurableFiles;
import dev.landfall.model.ProjectName;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the files of new projects are placed: a directory, or a place in an object store. */
public final class Warehouse {

  private static final Pattern OBJECTS =
      Pattern.compile("[A-Za-z0-9]+://[^/:%?#\\\\\\p{Cntrl}]+(/[^/%?#\\\\\\p{Cntrl}]+)*");

  private final String location;

  private Warehouse(String location) {
    this.location = location;
  }

  /**
   * Takes a directory, which is made when it is needed.
   *
   * @throws IllegalArgumentException if the path is relative
   */
  public static Warehouse at(Path directory) {
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException(
          "The warehouse "
              + directory
              + " is not absolute, so that other processes would not find it; give the whole path");
    }
    return new Warehouse("file://" + directory.normalize());
  }

  /**
   * Takes a path, {@code file:} and a path, or a place in an object store, such as {@code
   * s3://bucket/lake}. Does no I/O.
   *
   * @throws IllegalArgumentException if it is none of these
   * @throws dev.landfall.catalog.NotSupportedException if the libraries of the store are missing
   */
  public static Warehouse at(String location) {
    String place = Locations.withoutTrailingSlash(location);
    Path directory = directory(place);
    if (directory != null) {
      return at(directory);
    }
    Locations.requireUsable(place);
    if (!OBJECTS.matcher(place).matches()) {
      throw new IllegalArgumentException(
          "The warehouse is not like s3://bucket/path, without '%', '?', '#', '\\', empty parts and"
              + " keys");
    }
    return new Warehouse(place);
  }

  /**
   * Takes the place that an address names, or that is set beside it.
   *
   * @throws IllegalArgumentException as {@link #at(String)}, or if both do
   * @throws dev.landfall.catalog.NotSupportedException as {@link #at(String)}
   */
  public static Optional<Warehouse> oneOf(Optional<String> inAddress, @Nullable String beside) {
    if (inAddress.isPresent() && beside != null) {
      throw new IllegalArgumentException(
          "The warehouse is set twice; set it in the address or beside it");
    }
    return Optional.ofNullable(beside).or(() -> inAddress).map(Warehouse::at);
  }

  /** Returns the warehouse in a place within this one. */
  public Warehouse within(String name) {
    return new Warehouse(location + "/" + name);
  }

  /**
   * Returns where it is, without a slash at its end. As everywhere in Iceberg its characters stand
   * for themselves, nothing is percent-encoded.
   */
  String location() {
    return location;
  }

  /**
   * Makes the place of a project's files, as {@link #create} does, and returns its location.
   *
   * @throws UnavailableException if it cannot be made; nothing was changed
   */
  public String createLocation(ProjectName project) {
    return within(project.value()).create();
  }

  /**
   * Makes the directory, durably; an object store needs none. Returns where it is.
   *
   * @throws UnavailableException if it cannot be made; nothing was changed
   */
  public String create() {
    Path directory = Locations.localPath(location);
    try {
      if (directory != null) {
        DurableFiles.createDirectories(directory);
      }
      return location;
    } catch (IOException e) {
      throw UnavailableException.notSent(
          "Cannot create the directory "
              + directory
              + ", nothing was changed; check the disk and the permissions",
          e);
    }
  }

  private static @Nullable Path directory(String location) {
    try {
      return Locations.localPath(location);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("The warehouse '" + location + "' is not a path", e);
    }
  }
}
