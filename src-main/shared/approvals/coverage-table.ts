/**
 * Coverage table: how the parameters of a core action may vary under a rule.
 *
 * A parameter that is not listed must have the same value as in the request. List one only where a person who reads
 * "the same player" or "within 16 blocks" expects it to vary. Names inside an object are written with a dot.
 */
export interface CoverageParameters {
  /** Free text that only the approver and the log see. It is ignored by "exactly this" too. */
  readonly notes?: readonly string[]
  /** Parameters that may have any value in a narrow answer. */
  readonly free?: readonly string[]
  /** Objects with `x`, `y`, `z` near the position of the request. */
  readonly near?: readonly string[]
  /** Numbers: at most as much as in the request. */
  readonly atMost?: readonly string[]
  /** Lists: at most as many items as in the request. */
  readonly itemsAtMost?: readonly string[]
  /** Paths in the same folder, and web addresses with the same host. */
  readonly addresses?: readonly string[]
}

const notes = ['reason'] as const

export const coverageTable: Readonly<Record<string, CoverageParameters>> = {
  'chat.broadcast': {},
  'entity.remove': { notes, itemsAtMost: ['entityIds'] },
  'player.teleport': { notes, near: ['location'], free: ['location.yaw', 'location.pitch'] },
  // The player reads the reason of a kick or a ban, so it is part of the action.
  'player.kick': { free: ['reason'] },
  // Always critical, so this is only offered for a denial.
  'player.ban': { free: ['reason', 'durationMinutes'] },
  'player.mute': { notes, atMost: ['durationMinutes'] },
  'player.economy.balance.adjust': { notes, atMost: ['amount'] },
  'system.backup': { notes, free: ['name'] },
  'system.restore': { notes },
  'system.reload': { notes },
  'world.time.set': { notes, free: ['time'] },
  'world.weather.set': { notes, atMost: ['durationSeconds'] },
  'world.rule.set': { notes, free: ['value'] },
  'world.block.set': { notes, near: ['location'] },
}
