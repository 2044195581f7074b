/** Crowding: how many requests may be open, so that one client cannot fill the list of the people. */
import type { Caller } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { isChatPlayer } from '@shared/features/chat.js'

/** Maximum open requests. Players in chat share a part, so that the owner's own programs can always ask. */
export const maxOpenApprovals = { perClient: 5, perPlayer: 2, ofPlayers: 6, inAll: 20 }

/** Whether the maximum number of open requests is reached, for this client in all its sessions or in total. */
export function isCrowded(open: readonly OpenApproval[], caller: Caller): boolean {
  const own = open.filter((approval) => approval.caller.id === caller.id)
  if (open.length >= maxOpenApprovals.inAll) return true
  if (!isChatPlayer(caller)) return own.length >= maxOpenApprovals.perClient
  const ofPlayers = open.filter((approval) => isChatPlayer(approval.caller))
  return own.length >= maxOpenApprovals.perPlayer || ofPlayers.length >= maxOpenApprovals.ofPlayers
}
