/** Composed report: reports that the composed program is ready, and from then on what happens in it. */
import type { Composed } from '../compose/composed.js'
import type { HeadlessOptions } from './options.js'
import {
  type ReportLine,
  reportOn,
  reportOnBedrock,
  reportOnConsents,
  reportOnPhones,
  reportOnServicesFile,
  reportOnTrail,
  reportOnXiaozhi,
  settingsLine,
} from './report.js'

export function reportComposed(
  composed: Composed,
  { bedrockKey }: Pick<HeadlessOptions, 'bedrockKey'>,
  write: (line: ReportLine) => void,
): void {
  const { gateway, settings, audit, consents, people, xiaozhi, bedrock, services, httpListener, token } = composed
  write({
    event: 'ready',
    http: httpListener.endpoint,
    token,
    ...(settings.get().chat.enabled && { chatKey: gateway.logins.key }),
  })
  if (settings.problem) write(settingsLine(settings.problem))
  settings.onDidChangeProblem((problem) => write(settingsLine(problem)))
  reportOn(gateway, write)
  reportOnServicesFile(services.store, write)
  reportOnTrail(audit, write)
  reportOnConsents(consents, write)
  reportOnXiaozhi(xiaozhi, write)
  reportOnPhones(people.lan, write)
  const generatedKey = bedrockKey === undefined ? () => gateway.logins.connectionKey : undefined
  reportOnBedrock(bedrock.provider, generatedKey, write)
}
