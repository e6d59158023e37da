// Permission where nothing is ever run: everything counts as dangerous and is refused.

import { PermissionResult, type ITerminalPermissionService } from "../../api";

export class NullTerminalPermissionService implements ITerminalPermissionService {
  readonly autoApproveSafeCommands = false;
  readonly confirmDangerousCommands = true;

  isDangerousCommand(): boolean {
    return true;
  }

  requestTerminalConfirmation(): Promise<PermissionResult> {
    return Promise.resolve(PermissionResult.Deny);
  }
}
