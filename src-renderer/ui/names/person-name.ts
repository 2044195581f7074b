/** Person name: the name of a person who decided, created or stopped something. Their ids are reserved. */

import { isDesktop } from '@shared/clients/own-callers.js'
import type { TFunction } from 'i18next'

let isElsewhere = false

/** This page shows a gateway on another computer, so the person at its computer is not the reader. */
export const nameElsewhere = (): void => {
  isElsewhere = true
}

/** Whether this is the person who reads. */
export const isReader = (id: string): boolean => isDesktop(id) && !isElsewhere

/** @param id as the gateway has it @param name what the person is called, when that is another thing */
export const personName = (id: string, t: TFunction, name = id): string => {
  if (id === 'viewers') return t('person.viewers')
  if (isReader(id)) return t('person.you')
  return isDesktop(id) ? t('person.there') : name
}

/** Of several who agreed, as the trail has them: `desktop, phone:1a2b`. */
export const personNames = (ids: string, t: TFunction): string =>
  ids
    .split(', ')
    .map((id) => personName(id, t))
    .join(', ')
