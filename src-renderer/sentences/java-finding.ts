/** Java finding: a reason why a Java server is not connected, in words with the one thing to do. */
import type { TFunction } from 'i18next'
import type { JavaFinding } from '../../src-main/contract/java-finding.js'

export interface FindingWords {
  readonly what: string
  readonly next: string
  /** Label of the button; absent when nothing can be done from here. */
  readonly act?: string
}

/** Values of the finding come as text: a port is no number to be written with a thousands separator. */
export const javaFindingWords = ({ kind, details = {}, act }: JavaFinding, t: TFunction): FindingWords => ({
  what: t(`javaDoctor.${kind}.what`, details),
  next: t(`javaDoctor.${kind}.next`, details),
  ...(act && { act: t(`javaDoctor.acts.${act}`) }),
})

/** Headline above the findings, or in place of them. */
export const javaDoctorTitle = (findings: readonly JavaFinding[], t: TFunction): string =>
  findings.length === 0 ? t('javaDoctor.well') : t('javaDoctor.title')
