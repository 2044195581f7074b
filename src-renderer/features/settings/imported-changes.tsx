/**
 * Imported changes: what the settings of a file change, each as label, current value and new value.
 *
 * Guards that nothing gets less safe unseen: such changes stand apart and need the second click of their own settings.
 */
import type { PortableSettings } from '@shared/program/portable-settings.js'
import { type NotificationChoice, type QuietHours, weekdays } from '@shared/program/settings.js'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { gapIn } from '../../ui/text/gap.js'
import { dayName } from './quiet-hours-setting.js'
import './imported-changes.css'

interface Row {
  readonly label: string
  readonly value: string
}

interface Change {
  readonly label: string
  readonly now: string
  readonly next: string
  /** What it brings when it lowers safety. */
  readonly lower?: string | undefined
}

const noticeParts = ['questions', 'servers', 'rules', 'safety'] as const satisfies readonly (keyof NotificationChoice)[]

/** Everything the portable settings say, in the words of the settings screen. */
function rowsOf(settings: PortableSettings, t: TFunction, language: string): Readonly<Record<string, Row>> {
  const { popUp, hideFromCapture, notifications, sounds, quietHours, closing, updates } = settings
  const onOff = (on: boolean) => t(`settings.${on ? 'on' : 'off'}`)
  const within = (whole: string, part: string) => t('settings.transfer.part', { whole, part })
  const quiet = (part: string) => within(t('desktop.quiet'), part)
  return {
    language: { label: t('settings.language'), value: t(`settings.languages.${settings.language}`) },
    theme: { label: t('settings.theme'), value: t(`settings.themes.${settings.theme}`) },
    popUp: { label: t('desktop.popUp'), value: t(`desktop.popUps.${popUp}`) },
    hideFromCapture: { label: t('desktop.capture'), value: onOff(hideFromCapture) },
    notifications: { label: t('desktop.notifications'), value: onOff(notifications.enabled) },
    ...Object.fromEntries(
      noticeParts.map((kind) => [
        `notifications.${kind}`,
        { label: within(t('desktop.notifications'), t(`desktop.kinds.${kind}`)), value: onOff(notifications[kind]) },
      ]),
    ),
    sounds: { label: t('desktop.sounds'), value: onOff(sounds.enabled) },
    volume: { label: t('desktop.volume'), value: t('desktop.percent', { volume: sounds.volume }) },
    quietHours: { label: t('desktop.quiet'), value: onOff(quietHours.enabled) },
    from: { label: quiet(t('desktop.from')), value: quietHours.from },
    until: { label: quiet(t('desktop.until')), value: quietHours.until },
    days: { label: quiet(t('desktop.days')), value: daysOf(quietHours, language) || '–' },
    closing: { label: t('desktop.closing'), value: t(`desktop.closings.${closing}`) },
    automatic: { label: t('updates.automatic'), value: onOff(updates.automatic) },
    channel: { label: t('updates.channel'), value: t(`updates.channels.${updates.channel}`) },
  }
}

function daysOf({ days }: QuietHours, language: string): string {
  const names = weekdays.flatMap((day, at) => (days.includes(day) ? [dayName(at, language)] : []))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

const tellsOfSafety = ({ enabled, safety }: NotificationChoice): boolean => enabled && safety

export function changesOf(
  now: PortableSettings,
  file: Partial<PortableSettings>,
  t: TFunction,
  language: string,
): readonly Change[] {
  const next = { ...now, ...file }
  const [before, after] = [rowsOf(now, t, language), rowsOf(next, t, language)]
  const silences = tellsOfSafety(now.notifications) && !tellsOfSafety(next.notifications)
  const lowers: Readonly<Record<string, string | false>> = {
    hideFromCapture: !next.hideFromCapture && t('desktop.lowerCapture'),
    notifications: silences && !next.notifications.enabled && t('desktop.lowerSafety'),
    'notifications.safety': silences && !next.notifications.safety && t('desktop.lowerSafety'),
  }
  return Object.entries(after).flatMap(([id, { label, value }]) => {
    const was = before[id]?.value ?? ''
    return was === value ? [] : [{ label, now: was, next: value, lower: lowers[id] || undefined }]
  })
}

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => (
  <ul className="imported-changes">
    {changes.map(({ label, now, next }) => (
      <li key={label}>
        <b>{label}</b>
        <span>
          {now} → {next}
        </span>
      </li>
    ))}
  </ul>
)

export interface ImportedChangesProps {
  readonly now: PortableSettings
  readonly file: Partial<PortableSettings>
  readonly busy: boolean
  readonly onApply: () => void
  readonly onClose: () => void
}

export const ImportedChanges = ({ now, file, busy, onApply, onClose }: ImportedChangesProps) => {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState(false)
  const changes = changesOf(now, file, t, i18n.language)
  const lowering = changes.filter(({ lower }) => lower !== undefined)
  if (changes.length === 0) {
    return (
      <>
        <p>{t('settings.transfer.nothing')}</p>
        <div className="dialog-buttons">
          <Button autoFocus onClick={onClose}>
            {t('undo.close')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <Changes changes={changes.filter(({ lower }) => lower === undefined)} />
      {lowering.length > 0 && (
        <section className="imported-lowering">
          <h3>{t('settings.transfer.lowering')}</h3>
          <Changes changes={lowering} />
        </section>
      )}
      {asking ? (
        <Confirm
          question={t('settings.lower')}
          text={[...new Set(lowering.map(({ lower }) => lower))].join(gapIn(i18n.language))}
          keep={t('settings.lowerKeep')}
          act={t('settings.lowerSure')}
          busy={busy}
          onKeep={onClose}
          onAct={onApply}
        />
      ) : (
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t('undo.leave')}</Button>
          <Button tone="go" disabled={busy} onClick={lowering.length > 0 ? () => setAsking(true) : onApply}>
            {t('settings.transfer.apply')}
          </Button>
        </div>
      )}
    </>
  )
}
