package dev.landfall.testkit.contract;

/** What a catalog keeps, and the SDK over it. The summary of a run names the rules that broke. */
public enum Rule {
  /** A frozen request is fixed. */
  R1("A frozen request is fixed: the same bytes and operation id on every send, in every process"),
  /** The operation is looked up before the head is compared. */
  R2("The operation is looked up before the head is compared: a replay answers the first result"),
  /** Branch moved and conflict are definite. */
  R3("Branch moved and conflict are definite: nothing was published, and no record is found"),
  /** A definite failure needs proof. */
  R4("A failure is definite only if nothing was sent or the catalog itself refused"),
  /** No outcome deletes a file. */
  R5("No outcome deletes a file"),
  /** All tables of a commit or none. */
  R6("Readers see all tables of a commit or none"),
  /** An answered head is durable. */
  R7("An answered head is durable, together with its operation record"),
  /** A look-up never goes back. */
  R8("A look-up answers the commit that this operation made, and never goes back to empty"),
  /** An abandoned operation never lands. */
  R9("An abandoned operation never lands, however late a request arrives"),
  /** Operation records live as long as the commits. */
  R10("Operation records live as long as the commits"),
  /** Projects and branches. */
  BRANCHES(
      "Projects and branches have names of their own, and move only where their head is known"),
  /** What a commit binds. */
  HISTORY("Every commit keeps what it binds, and the commits before it"),
  /** Pages of lists. */
  PAGES("Lists come whole and in order, whatever the size of their pages"),
  /** What changes do to tables and names. */
  STAGING("Each change does to its table and name what it says, in the order of staging"),
  /** Which changes fit a head. */
  CONFLICTS("A change that does not fit the head is answered as a conflict of its kind"),
  /** Requests that can never be published. */
  REQUESTS("One operation is one request, and what can never be published is refused as invalid"),
  /** Commits that are compared table by table. */
  RELEASES("A release is compared with the head table by table, and disturbs no other commit"),
  /** The way to the storage. */
  STORAGE("What a catalog tells of the way to its storage is valid, whenever it is asked"),
  /** What a catalog cannot do. */
  CAPABILITIES("What a catalog cannot do it declares, and refuses without an effect");

  private final String statement;

  Rule(String statement) {
    this.statement = statement;
  }

  /** Returns the rule in one sentence. */
  public String statement() {
    return statement;
  }
}
