package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.retry.Pacing;
import dev.landfall.internal.simulated.SimulatedCatalog;
import dev.landfall.internal.storage.FileSync;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.ProjectName;
import java.util.UUID;

/** The catalog as the SDK of a simulated client has it; notes what is about to be published. */
final class ClientCatalog extends ForwardingCatalog implements SimulatedCatalog {

  private final Recorder recorder;
  private final Pacing pacing;
  private final FileSync fileSync;
  private UUID lastBranchId = new UUID(0, 0);

  ClientCatalog(Catalog delegate, Recorder recorder, Pacing pacing, FileSync fileSync) {
    super(delegate);
    this.recorder = recorder;
    this.pacing = pacing;
    this.fileSync = fileSync;
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    recorder.request(request);
    return super.publish(request);
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    return seen(super.branch(project, branch));
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    return seen(super.createBranch(project, branch, from));
  }

  /** Returns the id of the branch that was seen last, which the facade does not tell. */
  UUID lastBranchId() {
    return lastBranchId;
  }

  private BranchState seen(BranchState state) {
    lastBranchId = state.branchId();
    return state;
  }

  @Override
  public Pacing pacing() {
    return pacing;
  }

  @Override
  public FileSync fileSync() {
    return fileSync;
  }
}
