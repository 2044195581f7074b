/** Person name: how somebody who answered, made or stopped something is called. Nobody else can be called by these ids. */
import type { TFunction } from 'i18next'
import { isDesktop } from '../../src-main/contract/own-callers.js'

/** @param id as the gateway has it @param name what the person is called, when that is another thing */
export const personName = (id: string, t: TFunction, name = id): string => (isDesktop(id) ? t('person.you') : name)

/** Of several who agreed, as the trail has them: `desktop, phone:1a2b`. */
export const personNames = (ids: string, t: TFunction): string =>
  ids
    .split(', ')
    .map((id) => personName(id, t))
    .join(', ')
