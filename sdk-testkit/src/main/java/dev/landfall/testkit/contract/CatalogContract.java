package dev.landfall.testkit.contract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The whole contract of a catalog. A subclass says how the catalog is opened, and runs as a test
 * class of JUnit:
 *
 * <pre>{@code
 * class MyCatalogTest extends CatalogContract {
 *   @TempDir static Path directory;
 *
 *   MyCatalogTest() {
 *     super(() -> new MyCatalog(directory));
 *   }
 * }
 * }</pre>
 *
 * <p>The catalog is opened once, and once more by each test of a restart. Each test creates a
 * project of its own. When all have run, a summary is printed to the standard error stream: which
 * rules were kept, and for each broken one the tests that show it, with the fault that they planned
 * on the way to the catalog. What the catalog does not declare among its {@linkplain
 * dev.landfall.catalog.Catalog#capabilities() capabilities} it must refuse; that is tested then.
 *
 * <p>A single subject can be run alone, by a subclass of its class.
 */
@ExtendWith(ContractExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class CatalogContract {

  private final OpenedCatalog opened;

  /** Makes the contract of a catalog. */
  protected CatalogContract(CatalogUnderTest underTest) {
    this.opened = new OpenedCatalog(underTest);
  }

  @AfterAll
  final void closeCatalog() {
    opened.close();
  }

  @Nested
  class Branches extends BranchContract {
    Branches() {
      super(opened);
    }
  }

  @Nested
  class History extends HistoryContract {
    History() {
      super(opened);
    }
  }

  @Nested
  class Publish extends PublishContract {
    Publish() {
      super(opened);
    }
  }

  @Nested
  class Changes extends ChangeContract {
    Changes() {
      super(opened);
    }
  }

  @Nested
  class Releases extends ReleaseContract {
    Releases() {
      super(opened);
    }
  }

  @Nested
  class Recover extends RecoverContract {
    Recover() {
      super(opened);
    }
  }

  @Nested
  class Abandon extends AbandonContract {
    Abandon() {
      super(opened);
    }
  }

  @Nested
  class Resume extends ResumeContract {
    Resume() {
      super(opened);
    }
  }

  @Nested
  class Concurrency extends ConcurrencyContract {
    Concurrency() {
      super(opened);
    }
  }

  @Nested
  class Faults extends FaultContract {
    Faults() {
      super(opened);
    }
  }

  @Nested
  class FaultyChanges extends FaultyChangeContract {
    FaultyChanges() {
      super(opened);
    }
  }

  @Nested
  class LateRequests extends LateRequestContract {
    LateRequests() {
      super(opened);
    }
  }
}
