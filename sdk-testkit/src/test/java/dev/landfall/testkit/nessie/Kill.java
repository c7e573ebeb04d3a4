package dev.landfall.testkit.nessie;

/**
 * A process that is killed while it publishes, and what else happens.
 *
 * @param step at which request of the publish, counted from 1
 * @param request that request in words
 * @param decisive which request of the publish moves the branch
 */
record Kill(Work work, int step, String request, int decisive, Moment moment, Rival rival) {

  /** What the process publishes. */
  enum Work {
    /** The first commit of the process. */
    FIRST_COMMIT,
    /** A commit after another one of the process, and one of somebody else. */
    LATER_COMMIT,
    /** A commit that is compared table by table. */
    RELEASE
  }

  /** What becomes of the request that the process is killed at. */
  enum Moment {
    /** It never arrives. */
    BEFORE,
    /** It is answered, and the process gets nothing of that. */
    AFTER,
    /** It arrives when another process has settled the commit. */
    LATE
  }

  /** What somebody else does between the kill and the settlement. */
  enum Rival {
    NOBODY,
    ELSEWHERE,
    SAME_TABLE
  }

  /** Whether the commit has landed when the process is dead. */
  boolean hasLanded() {
    return step > decisive || (step == decisive && moment == Moment.AFTER);
  }

  /** Whether it lands in the end, as the branch is still such that it may. */
  boolean lands() {
    return hasLanded()
        || rival == Rival.NOBODY
        || (work == Work.RELEASE && rival == Rival.ELSEWHERE);
  }

  @Override
  public String toString() {
    return work + ", request " + step + " " + moment + ", rival " + rival + ": " + request;
  }
}
