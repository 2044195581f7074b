/** Orders about an AI VTuber. */
import type { NeuroChange, NeuroState, NeuroTest, NewNeuro } from '@shared/features/neuro.js'
import type { OrdersAbout } from '../table/table.js'

/** The methods throw a `GatewayError`. */
export interface NeuroAccess {
  state(): NeuroState | null
  add(wanted: NewNeuro): void
  change(change: NeuroChange): void
  remove(): void
  connect(): void
  test(address: string): Promise<NeuroTest>
}

export const neuroOrders = (neuro: NeuroAccess): OrdersAbout<'neuro'> => ({
  'neuro:state': () => neuro.state(),
  'neuro:test': ({ address }) => neuro.test(address),
  'neuro:add': (wanted) => neuro.add(wanted),
  'neuro:change': (change) => neuro.change(change),
  'neuro:remove': () => neuro.remove(),
  'neuro:connect': () => neuro.connect(),
})
