/** Moderation: bans and mutes, temporary or permanent. */

export interface Sanction {
  readonly reason?: string
  /** Milliseconds since 1970; permanent when omitted. */
  readonly until?: number
}

const minuteMs = 60_000

export class Moderation {
  readonly #now: () => Date
  readonly #bans = new Map<string, Sanction>()
  readonly #mutes = new Map<string, Sanction>()

  constructor(now: () => Date) {
    this.#now = now
  }

  ban(player: string, reason: string, minutes?: number): { until?: string } {
    return this.#add(this.#bans, player, minutes, reason)
  }

  mute(player: string, minutes?: number): { until?: string } {
    return this.#add(this.#mutes, player, minutes)
  }

  isBanned(player: string): boolean {
    return this.#isActive(this.#bans, player)
  }

  isMuted(player: string): boolean {
    return this.#isActive(this.#mutes, player)
  }

  /** Player → active ban. */
  bans(): Record<string, Sanction> {
    return this.#all(this.#bans)
  }

  mutes(): Record<string, Sanction> {
    return this.#all(this.#mutes)
  }

  #all(list: Map<string, Sanction>): Record<string, Sanction> {
    return Object.fromEntries([...list].filter(([player]) => this.#isActive(list, player)))
  }

  #add(list: Map<string, Sanction>, player: string, minutes?: number, reason?: string): { until?: string } {
    const until = minutes === undefined ? undefined : this.#now().getTime() + minutes * minuteMs
    list.set(player, { ...(reason && { reason }), ...(until !== undefined && { until }) })
    return until === undefined ? {} : { until: new Date(until).toISOString() }
  }

  #isActive(list: Map<string, Sanction>, player: string): boolean {
    const sanction = list.get(player)
    if (!sanction) return false
    if (sanction.until === undefined || this.#now().getTime() < sanction.until) return true
    list.delete(player)
    return false
  }
}
