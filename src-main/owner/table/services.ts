/** Orders and events for other MCP servers. */

import type { JsonObject } from '@contract/call.js'
import type { ServiceDraft, ServicesProblem, ServicesView } from '@shared/servers/service.js'
import type { ImportPreview, ImportSource } from '@shared/servers/service-import.js'
import {
  anyOf,
  as,
  digest,
  file,
  list,
  nothing,
  number,
  object,
  offered,
  oneOf,
  only,
  record,
  text,
} from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const serviceName = offered({ minLength: 1, maxLength: 64 })
/** An absolute path. */
const path = text({ minLength: 1, maxLength: 4_096 })
/** Names in a file of another program. */
const serviceNames = list(offered({ maxLength: 1_024 }), { minItems: 1, maxItems: 200 })
/** Also a part of a service as it was shown, when the form changes another part. */
const serviceText = offered({ maxLength: 32_768 })
const serviceTexts = record(serviceText, { maxProperties: 200 })
/** Milliseconds. */
const startTimeout = number({ minimum: 1_000, maximum: 600_000 })
const serviceDraft = as<ServiceDraft>(
  anyOf(
    object(
      { type: only('stdio'), command: file, args: list(serviceText, { maxItems: 200 }) },
      { env: serviceTexts, cwd: offered({ maxLength: 4_096 }), startTimeout },
    ),
    object(
      { type: oneOf(['http', 'sse']), url: offered({ maxLength: 8_192 }) },
      { headers: serviceTexts, startTimeout },
    ),
    object(
      { type: only('embedded'), module: file },
      { config: as<JsonObject>({ type: 'object', maxProperties: 200 }), startTimeout },
    ),
  ),
)

export const servicesOrders = {
  'services:list': { by: ['window', 'command-line'], takes: nothing, returns: of<ServicesView>() },
  /** `remembered`: its keys are stored permanently. */
  'services:add': {
    by: ['window', 'command-line'],
    takes: object({ name: serviceName, draft: serviceDraft }),
    returns: of<{ readonly remembered: boolean }>(),
  },
  'services:edit': {
    by: ['window'],
    takes: object({ name: serviceName, draft: serviceDraft }),
    returns: of<{ readonly remembered: boolean }>(),
  },
  'services:remove': { by: ['window', 'command-line'], takes: object({ name: serviceName }), returns: of<null>() },
  'services:start': { by: ['window', 'command-line'], takes: object({ name: serviceName }), returns: of<null>() },
  'services:stop': { by: ['window', 'command-line'], takes: object({ name: serviceName }), returns: of<null>() },
  'services:restart': { by: ['window', 'command-line'], takes: object({ name: serviceName }), returns: of<null>() },
  /** Opens the sign-in page of a service in the person's browser. */
  'services:sign-in': { by: ['window'], takes: object({ name: serviceName }), returns: of<null>() },
  /** The same page, for the person to open. */
  'services:sign-in-page': {
    by: ['command-line'],
    takes: object({ name: serviceName }),
    returns: of<{ readonly address: string }>(),
  },
  /** Ends a pending sign-in, and deletes the tokens. */
  'services:sign-out': { by: ['window', 'command-line'], takes: object({ name: serviceName }), returns: of<null>() },
  /** Its last lines of output, the oldest first. */
  'services:log': {
    by: ['window', 'command-line'],
    takes: object({ name: serviceName }),
    returns: of<readonly string[]>(),
  },
  /** Configuration files of clients with servers that can be moved. */
  'services:sources': { by: ['window', 'command-line'], takes: nothing, returns: of<readonly ImportSource[]>() },
  /** A file that the person chose; null when they chose none. */
  'services:choose-file': { by: ['window'], takes: nothing, returns: of<ImportSource | null>() },
  /** Path of a JavaScript module that the person chose in a dialog of the system. */
  'services:choose-module': { by: ['window'], takes: nothing, returns: of<string | null>() },
  /** A file that the person names. */
  'services:source': { by: ['command-line'], takes: object({ file: path }), returns: of<ImportSource>() },
  'services:preview-import': {
    by: ['window', 'command-line'],
    takes: object({ file, names: serviceNames }),
    returns: of<ImportPreview>(),
  },
  /** `expected` is from the preview. Returns the names of the services. */
  'services:import': {
    by: ['window', 'command-line'],
    takes: object({ file, names: serviceNames, expected: digest }),
    returns: of<{ readonly services: readonly string[] }>(),
  },
  'services:preview-undo': { by: ['command-line'], takes: object({ file }), returns: of<ImportPreview>() },
  'services:undo-import': { by: ['window', 'command-line'], takes: object({ file }), returns: of<null>() },
} satisfies OrderTable

export const servicesEvents = {
  /** The entries of the file that cannot be read; none once they are corrected. */
  'services:file-changed': {
    to: ['stdin'],
    carries: of<{ readonly file: string; readonly problems: readonly ServicesProblem[] }>(),
  },
  'services:changed': { to: ['window'], carries: of<ServicesView>() },
} satisfies EventTable
