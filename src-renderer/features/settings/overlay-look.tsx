/** Overlay look: what it shows and how, with a preview that is the overlay itself. */

import {
  type OverlayAppearance,
  type OverlayTopic,
  overlayAccents,
  overlayLimits,
  overlayTopics,
} from '@shared/features/overlay.js'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../ui/fields/chip.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { OverlayPreview } from './overlay-preview.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'

const numbersUpTo = ({ least, most }: { readonly least: number; readonly most: number }, step: number) =>
  Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, at) => least + at * step)

const seconds = numbersUpTo(overlayLimits.seconds, 2)
const cards = numbersUpTo(overlayLimits.cards, 1)

export interface OverlayLookProps {
  readonly look: OverlayAppearance
  readonly onChange: (look: OverlayAppearance) => void
}

export const OverlayLookSettings = ({ look, onChange }: OverlayLookProps) => {
  const { t } = useTranslation()
  const change = (part: Partial<OverlayAppearance>) => onChange({ ...look, ...part })
  const toggle = (topic: OverlayTopic) =>
    change({ shows: overlayTopics.filter((one) => (one === topic) !== look.shows.includes(one)) })
  const choose = <K extends 'size' | 'theme' | 'accent' | 'position' | 'language'>(
    key: K,
    values: readonly OverlayAppearance[K][],
  ) => (
    <SelectField<OverlayAppearance[K]>
      label={t(`streaming.look.${key}`)}
      value={look[key]}
      options={values.map((value) => ({ value, label: t(`streaming.look.${key}s.${value}`) }))}
      onChoose={(value) => change({ [key]: value } as Partial<OverlayAppearance>)}
    />
  )
  const count = (key: 'seconds' | 'most', values: readonly number[]) => (
    <SelectField
      label={t(`streaming.look.${key}`)}
      value={String(look[key])}
      options={[...new Set([...values, look[key]])]
        .sort((a, b) => a - b)
        .map((value) => ({ value: String(value), label: t(`streaming.look.${key}Of`, { count: value }) }))}
      onChoose={(value) => change({ [key]: Number(value) } as Partial<OverlayAppearance>)}
    />
  )
  return (
    <>
      <Setting tall title={t('streaming.look.title')} text={t('streaming.look.text')}>
        <OverlayPreview look={look} />
        <fieldset className="overlay-topics">
          <legend>{t('streaming.look.shows')}</legend>
          {overlayTopics.map((topic) => (
            <Chip key={topic} on={look.shows.includes(topic)} onToggle={() => toggle(topic)}>
              {t(`streaming.look.topics.${topic}`)}
            </Chip>
          ))}
        </fieldset>
        <div className="overlay-choices">
          {choose('position', ['top-left', 'top-right', 'bottom-left', 'bottom-right'])}
          {choose('size', ['s', 'm', 'l'])}
          {choose('theme', ['dark', 'light'])}
          {choose('accent', overlayAccents)}
          {choose('language', ['same', 'en', 'zh'])}
          {count('seconds', seconds)}
          {count('most', cards)}
        </div>
      </Setting>
      <OnOffSetting
        title={t('streaming.look.calm')}
        text={t('streaming.look.calmText')}
        on={look.calm}
        onChange={(on) => change({ calm: on })}
      />
      <OnOffSetting
        title={t('streaming.look.coverAll')}
        text={t('streaming.look.coverAllText')}
        on={look.coverAll}
        lower={{ value: 'off', text: t('streaming.look.coverLess') }}
        onChange={(on) => change({ coverAll: on })}
      />
    </>
  )
}
