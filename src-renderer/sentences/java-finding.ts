/** Java finding: the text of a reason why a Java server is not connected, and its remedy. */

import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { TFunction } from 'i18next'

export interface FindingText {
  readonly what: string
  readonly next: string
  /** Label of the button; absent when nothing can be done from here. */
  readonly act?: string
}

/** Values of the finding come as text: a port is no number to be written with a thousands separator. */
export const javaFindingText = ({ kind, details = {}, act }: JavaFinding, t: TFunction): FindingText => ({
  what: t(`javaDoctor.${kind}.what`, details),
  next: t(`javaDoctor.${kind}.next`, details),
  ...(act && { act: t(`javaDoctor.acts.${act}`) }),
})

/** Headline above the findings, or in place of them. */
export const javaDoctorTitle = (findings: readonly JavaFinding[], t: TFunction): string =>
  findings.length === 0 ? t('javaDoctor.well') : t('javaDoctor.title')
