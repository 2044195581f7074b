/** Logging: applies `logging` of the services file to the log of the program, at the start and after each change. */
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import { serviceCodeOf } from '@contract/service-error.js'
import type { LoggingConfig } from '@shared/servers/service.js'
import { type ReferenceValues, resolveServiceReferences } from '../policy/services/service-references.js'
import type { ProgramLog } from '../storage/log/program-log.js'
import type { ServicesStore } from '../storage/services/services-store.js'

/** A part that can't be read leaves the log as it is. @returns the function that stops it */
export function followLogging(
  store: Pick<ServicesStore, 'get' | 'onDidChange' | 'problems' | 'file'>,
  log: ProgramLog,
  values: ReferenceValues,
): () => void {
  const apply = ({ level, format, file }: LoggingConfig): void => {
    const place = file === undefined ? undefined : placeOf(file)
    log.configure({ level, format, ...(place !== undefined && { file: place }) })
  }

  /** A relative path begins at the folder of the services file. */
  function placeOf(file: string): string | undefined {
    try {
      return path.resolve(path.dirname(store.file), resolveServiceReferences({ file }, values).file)
    } catch (thrown) {
      log.error('the log file of the configuration is not used', {
        reason: asGatewayError(thrown).message,
        code: serviceCodeOf(thrown),
      })
      return undefined
    }
  }

  apply(store.get().logging)
  return store.onDidChange(({ logging }) => {
    if (!store.problems.some(({ part }) => part === 'logging')) apply(logging)
  })
}
