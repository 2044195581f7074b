/** Reported lines: what a headless program writes to standard output about a gateway. */
import { type ReportLine, writeEvents } from '../../src-main/owner/doors/stdin-events.js'
import { followGateway, sendCurrentGateway } from '../../src-main/owner/events.js'
import type { GatewayUnderTest } from './gateway-under-test.js'

export function reportOn({ gateway, clock }: GatewayUnderTest, write: (line: ReportLine) => void): void {
  const send = writeEvents(write)
  sendCurrentGateway(gateway, send)
  followGateway(gateway, { to: ['stdin'], send, clock })
}
