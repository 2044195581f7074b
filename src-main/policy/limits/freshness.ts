/**
 * Freshness: how long a context may be served from the cache, and which events invalidate it earlier.
 *
 * A table. See docs/protocol.md#contexts-freshness. Contexts that are not listed are never cached.
 */

/** Milliseconds. Only contexts of the core catalogue, whose result does not depend on the caller. */
const lifetimes: Readonly<Record<string, number>> = {
  'player.list': 1_000,
  'player.info.get': 500,
  // Payments depend on it.
  'player.economy.balance.get': 0,
  'entity.list': 1_000,
  // It changes with every tick, so a cached value would be wrong.
  'world.time.get': 0,
  'world.weather.get': 1_000,
  'world.rule.get': 1_000,
  'world.tps.get': 1_000,
  'world.block.get': 500,
}

/** Milliseconds, for contexts that a provider defines itself. */
const lifetimeOfOthers = 500

/** Milliseconds for which a context may be served from the cache; 0 when it is never cached. */
export const lifetimeOf = (capabilityId: string): number =>
  Object.hasOwn(lifetimes, capabilityId) ? (lifetimes[capabilityId] ?? 0) : lifetimeOfOthers

/** Whether one caller's result may be returned to another: a provider sees the caller, and only core capabilities are known to ignore it. */
export const isSharedBetweenCallers = (capabilityId: string): boolean => Object.hasOwn(lifetimes, capabilityId)

/** Event → the contexts that it invalidates. */
const stale: Readonly<Record<string, readonly string[]>> = {
  'player.join': ['player.list', 'player.info.get'],
  'player.leave': ['player.list', 'player.info.get'],
  'player.death': ['player.list', 'player.info.get', 'entity.list'],
  'player.chat': [],
  'world.block.placed': ['world.block.get'],
  'world.block.broken': ['world.block.get', 'entity.list'],
  'world.tick.health': ['world.tps.get'],
  'ext.java.player.advancement': [],
  'ext.java.server.behind': ['world.tps.get'],
}

/** The contexts that an event invalidates; all contexts of the server for an unknown event. */
export const staleAfter = (eventId: string): readonly string[] | 'all' =>
  Object.hasOwn(stale, eventId) ? (stale[eventId] ?? 'all') : 'all'
