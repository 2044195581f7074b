/** Channels for other MCP servers. */

import type { JsonObject } from '@contract/call.js'
import type { ServiceDraft, ServicesView } from '@shared/servers/service.js'
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
} from '../payload-schema.js'
import { of, type PushTable, type RequestTable } from '../table.js'

const serviceName = offered({ minLength: 1, maxLength: 64 })
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

export const servicesRequests = {
  'services:list': { page: 'window', takes: nothing, returns: of<ServicesView>() },
  /** `remembered`: its keys are stored permanently. */
  'services:add': {
    page: 'window',
    takes: object({ name: serviceName, draft: serviceDraft }),
    returns: of<{ readonly remembered: boolean }>(),
  },
  'services:edit': {
    page: 'window',
    takes: object({ name: serviceName, draft: serviceDraft }),
    returns: of<{ readonly remembered: boolean }>(),
  },
  'services:remove': { page: 'window', takes: object({ name: serviceName }), returns: of<null>() },
  'services:start': { page: 'window', takes: object({ name: serviceName }), returns: of<null>() },
  'services:stop': { page: 'window', takes: object({ name: serviceName }), returns: of<null>() },
  'services:restart': { page: 'window', takes: object({ name: serviceName }), returns: of<null>() },
  /** Opens the sign-in page of a service in the person's browser. */
  'services:sign-in': { page: 'window', takes: object({ name: serviceName }), returns: of<null>() },
  /** Ends a pending sign-in, and deletes the tokens. */
  'services:sign-out': { page: 'window', takes: object({ name: serviceName }), returns: of<null>() },
  /** Its last lines of output, the oldest first. */
  'services:log': { page: 'window', takes: object({ name: serviceName }), returns: of<readonly string[]>() },
  /** Configuration files of clients with servers that can be moved. */
  'services:sources': { page: 'window', takes: nothing, returns: of<readonly ImportSource[]>() },
  /** A file that the person chose; null when they chose none. */
  'services:choose-file': { page: 'window', takes: nothing, returns: of<ImportSource | null>() },
  /** Path of a JavaScript module that the person chose in a dialog of the system. */
  'services:choose-module': { page: 'window', takes: nothing, returns: of<string | null>() },
  'services:preview-import': {
    page: 'window',
    takes: object({ file, names: serviceNames }),
    returns: of<ImportPreview>(),
  },
  /** `expected` is from the preview. Returns the names of the services. */
  'services:import': {
    page: 'window',
    takes: object({ file, names: serviceNames, expected: digest }),
    returns: of<{ readonly services: readonly string[] }>(),
  },
  'services:undo-import': { page: 'window', takes: object({ file }), returns: of<null>() },
} satisfies RequestTable

export const servicesPushes = {
  'services:changed': { page: 'window', carries: of<ServicesView>() },
} satisfies PushTable
