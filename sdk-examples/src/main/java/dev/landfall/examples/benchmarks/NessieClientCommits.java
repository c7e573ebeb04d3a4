package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieConflictException;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.Detached;
import org.projectnessie.model.GetMultipleContentsResponse;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Operation;

/**
 * Commits tables by Nessie's own client, on a branch of its own that began with the tables which
 * the SDK made: with the hash that it expects there, and the content ids that Nessie gave. The
 * tables go from one version that the SDK published to another one and back.
 */
final class NessieClientCommits implements Contestant {

  private final String name;
  private final NessieApiV2 api;
  private final boolean readsFirst;
  private final List<ContentKey> keys;
  private final List<Map<ContentKey, Content>> versions;
  private Branch branch;
  private int commits;

  private NessieClientCommits(
      String name,
      NessieApiV2 api,
      boolean readsFirst,
      List<ContentKey> keys,
      List<Map<ContentKey, Content>> versions,
      Branch branch) {
    this.name = name;
    this.api = api;
    this.readsFirst = readsFirst;
    this.keys = keys;
    this.versions = versions;
    this.branch = branch;
  }

  /**
   * Makes a branch with the tables of two commits.
   *
   * @param readsFirst whether each commit begins with a read of the head and the tables there;
   *     otherwise the hash is the one of the commit before, and the ids are kept
   */
  static NessieClientCommits create(
      String name,
      NessieApiV2 api,
      boolean readsFirst,
      int tables,
      BranchHead older,
      BranchHead newer)
      throws NessieNotFoundException, NessieConflictException {
    List<ContentKey> keys =
        IntStream.range(0, tables)
            .mapToObj(LandfallInNessie::tableName)
            .map(table -> ContentKey.of("default", table))
            .toList();
    List<Map<ContentKey, Content>> versions =
        List.of(contents(api, older, keys), contents(api, newer, keys));
    String branch = "peer/" + tables + (readsFirst ? "-read" : "");
    Branch created =
        (Branch)
            api.createReference().reference(Branch.of(branch, newer.commitId().value())).create();
    return new NessieClientCommits(name, api, readsFirst, keys, versions, created);
  }

  private static Map<ContentKey, Content> contents(
      NessieApiV2 api, BranchHead head, List<ContentKey> keys) throws NessieNotFoundException {
    return api.getContent().reference(Detached.of(head.commitId().value())).keys(keys).get();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run() throws NessieNotFoundException, NessieConflictException {
    Map<ContentKey, Content> known = readsFirst ? read() : versions.get(0);
    Map<ContentKey, Content> next = versions.get(commits++ % versions.size());
    List<Operation> puts = new ArrayList<>();
    for (ContentKey key : keys) {
      puts.add(Operation.Put.of(key, table(next, key).withId(table(known, key).getId())));
    }
    branch =
        api.commitMultipleOperations()
            .branch(branch)
            .commitMeta(CommitMeta.fromMessage("Measured"))
            .operations(puts)
            .commitWithResponse()
            .getTargetBranch();
  }

  private Map<ContentKey, Content> read() throws NessieNotFoundException {
    GetMultipleContentsResponse answer =
        api.getContent().refName(branch.getName()).keys(keys).getWithResponse();
    branch = (Branch) Objects.requireNonNull(answer.getEffectiveReference(), "no reference");
    return answer.toContentsMap();
  }

  private static IcebergTable table(Map<ContentKey, Content> contents, ContentKey key) {
    return (IcebergTable) Objects.requireNonNull(contents.get(key), "no content");
  }
}
