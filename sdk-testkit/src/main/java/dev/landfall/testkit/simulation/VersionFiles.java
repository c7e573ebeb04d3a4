package dev.landfall.testkit.simulation;

import dev.landfall.model.OperationId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Table versions of a simulated world: a property of each says which operation wrote it. */
final class VersionFiles {

  /** The table property. */
  static final String WRITER = "written-by";

  private static final String SCHEME = "file://";
  private static final Pattern WRITTEN_BY =
      Pattern.compile("\"" + WRITER + "\"\\s*:\\s*\"([0-9a-f-]{36})\"");

  private VersionFiles() {}

  /** Looks into a metadata file as any reader could; a torn one is no version. */
  static SeenTable see(String metadataLocation) {
    try {
      String json =
          Files.readString(
              Path.of(metadataLocation.substring(SCHEME.length())), StandardCharsets.UTF_8);
      Matcher writer = WRITTEN_BY.matcher(json);
      boolean whole = json.endsWith("}") && writer.find();
      return new SeenTable(metadataLocation, whole ? OperationId.of(writer.group(1)) : null);
    } catch (IOException e) {
      return new SeenTable(metadataLocation, null);
    }
  }
}
