package dev.landfall.importrules.broken.catalog;

import dev.landfall.importrules.broken.model.AsksCatalog;
import org.apache.iceberg.Schema;

/** Knows more than the JDK and the model. */
public interface AsksIceberg {
  Schema schema(AsksCatalog model);
}
