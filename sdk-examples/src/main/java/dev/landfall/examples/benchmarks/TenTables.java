package dev.landfall.examples.benchmarks;

/** Ten tables in a catalog, whose properties are changed: only metadata, no rows. */
interface TenTables extends AutoCloseable {

  int COUNT = 10;

  /** Returns the name in the report. */
  String name();

  /** Makes ten new tables, which are changed from now on. */
  void create() throws Exception;

  /** Sets a property of one of the tables, in one commit. */
  void changeOne() throws Exception;

  /** Sets a property of each of the tables. */
  void changeAll() throws Exception;

  @Override
  void close();

  /** Returns the change of one of these tables as something to be measured. */
  default Contestant one() {
    return contestant(this::changeOne);
  }

  /** Returns the change of all of these tables as something to be measured. */
  default Contestant all() {
    return contestant(this::changeAll);
  }

  private Contestant contestant(Change change) {
    return new Contestant() {
      @Override
      public String name() {
        return TenTables.this.name();
      }

      @Override
      public void startRound() throws Exception {
        create();
      }

      @Override
      public void run() throws Exception {
        change.make();
      }
    };
  }

  /** What is measured. */
  interface Change {
    void make() throws Exception;
  }
}
