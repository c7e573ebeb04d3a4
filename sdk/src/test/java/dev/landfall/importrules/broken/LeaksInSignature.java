package dev.landfall.importrules.broken;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Names a type of Jackson where a user of the class meets it. */
public interface LeaksInSignature {
  List<? extends JsonNode> leak();
}
