/** Rules scene: a gateway with the overworld server, and one person who decides. */
import type { Person } from '@shared/approvals/approval.js'
import { writer } from '../../../fakes/approvals-under-test.js'
import { GatewayUnderTest, type TestOptions } from '../../../fakes/gateway-under-test.js'

export const ada: Person = writer('ada')

export function scene(options: TestOptions = {}) {
  const under = new GatewayUnderTest(options)
  const overworld = under.serveOverworld()
  const { approvals, rules } = under.gateway
  approvals.attach(ada)
  return { under, overworld, approvals, rules }
}
