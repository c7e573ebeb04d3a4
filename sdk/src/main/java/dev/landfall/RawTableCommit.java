package dev.landfall;

import java.util.List;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * An Iceberg table commit made of its parts, as the Iceberg REST protocol has them. Iceberg's own
 * {@link TableCommit#create} makes one of two metadata instead. Immutable.
 *
 * @param identifier the table; without a namespace, in the namespace {@code default}
 * @param requirements what has to hold of the table; {@code AssertTableDoesNotExist}, alone,
 *     creates it
 * @param updates what is done to its metadata, in this order
 */
public record RawTableCommit(
    TableIdentifier identifier, List<UpdateRequirement> requirements, List<MetadataUpdate> updates)
    implements TableCommit {

  /** Copies the lists. */
  public RawTableCommit {
    requirements = List.copyOf(requirements);
    updates = List.copyOf(updates);
  }
}
