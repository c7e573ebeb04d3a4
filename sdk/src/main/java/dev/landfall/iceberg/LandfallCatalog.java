package dev.landfall.iceberg;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.Project;
import dev.landfall.catalog.CatalogException;
import dev.landfall.model.TableName;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.BaseMetastoreCatalog;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a project as an Iceberg catalog, for programs that are written against Iceberg. It
 * needs properties only:
 *
 * <table>
 * <caption>Properties</caption>
 * <tr><td>{@code catalog-impl}</td><td>{@code dev.landfall.iceberg.LandfallCatalog}</td></tr>
 * <tr><td>{@code uri}</td><td>the catalog's directory, as a path or {@code file:} URI; or its
 *     {@code http:} or {@code https:} address</td></tr>
 * <tr><td>{@code warehouse}</td><td>{@code project} or {@code project@branch}; {@code main} unless
 *     given. A project that does not exist is created, a branch is not</td></tr>
 * <tr><td>{@code token}</td><td>the bearer token for the address, if it needs one</td></tr>
 * <tr><td>{@code durability}</td><td>of a directory: a {@link dev.landfall.config.Durability} by
 *     its name</td></tr>
 * </table>
 *
 * <p>Further properties are Iceberg's own: {@code table-default.} and {@code table-override.}, the
 * metrics reporter's, and those for object stores, such as {@code s3.endpoint} and {@code
 * client.region}, for projects whose files lie in one. Catalogs of one process that name the same
 * directory share it.
 *
 * <p><b>Commits.</b> Each create, update, replacement, drop, renaming and registration of a table
 * is one commit in the history of the branch, and durable with all files that it brings when the
 * call returns, at the catalog's durability. It compares this table alone: writers of other tables
 * on the branch never disturb it. Where somebody else has changed the same table, it fails with a
 * {@link CommitFailedException}, which Iceberg's own operations answer by trying again on the new
 * version. After a lost answer the operation is looked up, and the same request sent again, so that
 * nothing lands twice; if its outcome still cannot be found out, a {@link
 * CommitStateUnknownException} carries the {@link dev.landfall.OutcomeUnknownException} as its
 * cause, with the frozen commit to recover.
 *
 * <p><b>Files.</b> Tables lie under the project's location, each new one in a directory of its own;
 * a file is written nowhere else, whatever a table's properties say. No file is ever deleted or
 * overwritten, because older commits and other branches may hold it: dropping a table, with purge
 * or without, unbinds its name, and an expired snapshot leaves its files. A project can have tables
 * only whose metadata lies in it, so registering others is refused.
 *
 * <p><b>Names.</b> Names are case-sensitive, and a part of one holds no {@code .}, {@code /},
 * {@code \}, {@code @} or control character. A table without a namespace is in {@code default},
 * which always exists. Any other namespace exists if it was created, or if there is a table in it
 * or below it, since the SDK makes tables in any namespace. What was created is recorded by an
 * empty table with the reserved name {@code $namespace} in that namespace, whose properties are the
 * namespace's; this catalog does not list it, {@link dev.landfall.Snapshot#tables()} does.
 *
 * <p>Definite failures have Iceberg's exceptions where there is one. All methods but those of
 * builders do I/O. Thread-safe; a table that it loaded is for one thread, as is usual in Iceberg.
 */
public class LandfallCatalog extends BaseMetastoreCatalog implements SupportsNamespaces {

  private String name = "landfall";
  private Map<String, String> properties = Map.of();
  private @Nullable Connection connection;
  private @Nullable Branch branch;
  private @Nullable Namespaces namespaces;

  /** Makes a catalog to be initialized. */
  public LandfallCatalog() {}

  /**
   * Makes a catalog over a branch of a project whose client the application has open, and closes
   * itself. Does no I/O.
   *
   * @throws IllegalArgumentException if the name is not one that a branch can have
   */
  public static LandfallCatalog of(Project project, String branch) {
    return of(project, branch, commit -> {});
  }

  /**
   * Makes a catalog over a branch, as {@link #of(Project, String)} does, whose commits the
   * application sees before they are published: to set their properties, say, or the operation id
   * of the one commit that a call makes.
   *
   * @param beforePublish called with each commit when all is staged and its message is set; again,
   *     with a new commit, when a call tries again on a newer head
   * @throws IllegalArgumentException if the name is not one that a branch can have
   */
  public static LandfallCatalog of(Project project, String branch, Consumer<Commit> beforePublish) {
    LandfallCatalog catalog = new LandfallCatalog();
    catalog.name = project.name().toString();
    catalog.use(new Branch(project, branch, beforePublish));
    return catalog;
  }

  /**
   * Opens what the properties name; asks the catalog for the branch.
   *
   * @throws IllegalArgumentException if a property is missing or has no meaning
   * @throws IllegalStateException if it is initialized already
   * @throws org.apache.iceberg.exceptions.NotFoundException if the branch does not exist
   * @throws dev.landfall.catalog.CatalogLockedException if another process has the directory open
   */
  @Override
  public void initialize(String catalogName, Map<String, String> catalogProperties) {
    if (branch != null) {
      throw new IllegalStateException("The catalog is initialized already; make another one");
    }
    Settings settings = Settings.of(catalogProperties);
    name = catalogName;
    Map<String, String> known = new HashMap<>(catalogProperties);
    known.remove(Settings.TOKEN);
    properties = Map.copyOf(known);
    try {
      Connection opened = Connection.open(settings);
      try {
        use(opened.branch(settings));
        connection = opened;
      } catch (RuntimeException | Error e) {
        opened.close();
        throw e;
      }
    } catch (CatalogException e) {
      throw Failures.translate(e);
    }
  }

  private void use(Branch opened) {
    branch = opened;
    namespaces = new Namespaces(opened);
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the properties that the catalog was initialized with, without the token. */
  @Override
  protected Map<String, String> properties() {
    return properties;
  }

  @Override
  public List<TableIdentifier> listTables(Namespace namespace) {
    return namespaces().tables(namespace);
  }

  @Override
  public boolean tableExists(TableIdentifier identifier) {
    return isValidIdentifier(identifier) && exists(branch().head(), Identifiers.table(identifier));
  }

  /**
   * Starts the creation or replacement of a table.
   *
   * @throws IllegalArgumentException if the identifier is not one that a table can have
   */
  @Override
  public TableBuilder buildTable(TableIdentifier identifier, Schema schema) {
    Identifiers.table(identifier);
    return super.buildTable(identifier, schema);
  }

  /**
   * Gives a name to a table by its metadata file, which becomes the table's version as it is: one
   * that was dropped, say.
   *
   * @throws AlreadyExistsException if there is a table of this name
   * @throws NoSuchNamespaceException if there is no such namespace
   * @throws IllegalArgumentException if the file does not lie under the project's location
   * @throws org.apache.iceberg.exceptions.NotFoundException if there is no such file
   */
  @Override
  public Table registerTable(TableIdentifier identifier, String metadataFileLocation) {
    return super.registerTable(identifier, branch().locationOf(metadataFileLocation));
  }

  /**
   * Drops a table: its name is no longer bound. No file is deleted, whatever {@code purge} says:
   * older commits, and other branches, keep the table.
   *
   * @return false if there is no such table
   */
  @Override
  public boolean dropTable(TableIdentifier identifier, boolean purge) {
    if (!isValidIdentifier(identifier)) {
      return false;
    }
    TableName table = Identifiers.table(identifier);
    try {
      branch()
          .publish(
              "Drop table " + table,
              head -> {
                requireTable(head, identifier);
                return head.release().dropTable(table.qualified());
              });
      return true;
    } catch (NoSuchTableException e) {
      return false;
    }
  }

  /**
   * Gives a table another name. Its files stay where they are.
   *
   * @throws NoSuchTableException if there is no such table
   * @throws NoSuchNamespaceException if there is no namespace of the new name
   * @throws AlreadyExistsException if there is a table of the new name
   * @throws IllegalArgumentException if the new name is not one that a table can have
   */
  @Override
  public void renameTable(TableIdentifier from, TableIdentifier to) {
    TableName newName = Identifiers.table(to);
    branch()
        .publish(
            "Rename table " + from + " to " + newName,
            head -> {
              requireTable(head, from);
              namespaces().require(head, to.namespace());
              if (exists(head, newName)) {
                throw new AlreadyExistsException("Table already exists: %s", to);
              }
              Commit release =
                  head.release()
                      .renameTable(Identifiers.table(from).qualified(), newName.qualified());
              return namespaces().hold(release, to.namespace());
            });
  }

  /**
   * Publishes the commits of several tables as one commit of the branch: all of them or none. If
   * somebody else changes one of the tables meanwhile, the requirements are checked again on its
   * new version.
   *
   * @param commits at most one for each table; one that requires the table not to exist creates it
   * @return the head that the commit made
   * @throws CommitFailedException if a requirement is not met; nothing was published
   * @throws NoSuchTableException if a table does not exist; nothing was published
   * @throws NoSuchNamespaceException if a table is created in a namespace that does not exist;
   *     nothing was published
   * @throws CommitStateUnknownException if the outcome could not be found out
   * @throws IllegalArgumentException if there is no commit, two are for one table, or updates
   *     cannot be applied; nothing was published
   * @throws java.io.UncheckedIOException if a file that a commit brings cannot be read; nothing was
   *     published
   */
  public BranchHead commitTransaction(List<? extends TableCommit> commits) {
    TableCommits all = new TableCommits(namespaces(), commits);
    return branch().publish(all.message(), all::stage);
  }

  /**
   * Creates a namespace.
   *
   * @throws AlreadyExistsException if it exists
   * @throws IllegalArgumentException if the name is not one that a namespace can have
   */
  @Override
  public void createNamespace(Namespace namespace, Map<String, String> metadata) {
    namespaces().create(namespace, metadata);
  }

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    return namespaces().list(parent);
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return namespaces().exists(namespace);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(Namespace namespace) {
    return namespaces().properties(namespace);
  }

  /**
   * Drops a namespace that has no tables.
   *
   * @return false if it was not there; {@code default} always exists, and only loses its properties
   * @throws NamespaceNotEmptyException if there is a table or a namespace in it
   */
  @Override
  public boolean dropNamespace(Namespace namespace) {
    return namespaces().drop(namespace);
  }

  @Override
  public boolean setProperties(Namespace namespace, Map<String, String> set) {
    return namespaces().update(namespace, set, Set.of());
  }

  @Override
  public boolean removeProperties(Namespace namespace, Set<String> remove) {
    return namespaces().update(namespace, Map.of(), remove);
  }

  /**
   * Sets and removes properties of a namespace, in one commit.
   *
   * @return false if that changes nothing; then there is no commit
   * @throws NoSuchNamespaceException if there is no such namespace
   */
  public boolean updateProperties(
      Namespace namespace, Map<String, String> set, Set<String> remove) {
    return namespaces().update(namespace, set, remove);
  }

  /** Closes what {@link #initialize} opened; not the client of a given project. */
  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      if (connection != null) {
        connection.close();
      }
    }
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    return new BranchTableOperations(
        branch(), namespaces(), identifier, fullTableName(name, identifier));
  }

  @Override
  protected String defaultWarehouseLocation(TableIdentifier identifier) {
    return branch().newTableLocation();
  }

  @Override
  protected boolean isValidIdentifier(TableIdentifier identifier) {
    try {
      Identifiers.table(identifier);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  protected boolean isValidMetadataIdentifier(TableIdentifier identifier) {
    return !identifier.namespace().isEmpty() && super.isValidMetadataIdentifier(identifier);
  }

  private void requireTable(BranchHead head, TableIdentifier identifier) {
    if (!isValidIdentifier(identifier) || !exists(head, Identifiers.table(identifier))) {
      throw new NoSuchTableException("Table does not exist: %s", identifier);
    }
  }

  private static boolean exists(BranchHead head, TableName table) {
    return Failures.translated(() -> head.findEntry(table.qualified())).isPresent();
  }

  private Branch branch() {
    if (branch == null) {
      throw notInitialized();
    }
    return branch;
  }

  private Namespaces namespaces() {
    if (namespaces == null) {
      throw notInitialized();
    }
    return namespaces;
  }

  private static IllegalStateException notInitialized() {
    return new IllegalStateException("The catalog is not initialized; call initialize() first");
  }

  @Override
  public String toString() {
    return "LandfallCatalog(" + name + (branch == null ? "" : ", " + branch) + ")";
  }
}
