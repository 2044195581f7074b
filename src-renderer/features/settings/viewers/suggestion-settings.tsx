/** Suggestion settings: the word that viewers write, and the list of what they suggested. */
import type { AudienceSettings, Suggestion } from '@shared/streaming/audience.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { audience as audienceFeed } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { CopyButton } from '../../../ui/buttons/copy-button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { Name } from '../../../ui/text/name.js'
import { Setting } from '../setting.js'
import { OnOffSetting } from '../switch-setting.js'
import { TypedSetting } from '../typed-setting.js'

interface SuggestionSettingsProps {
  readonly chosen: AudienceSettings['suggestions']
  readonly onChange: (chosen: AudienceSettings['suggestions']) => void
}

export const SuggestionSettings = ({ chosen, onChange }: SuggestionSettingsProps) => {
  const { t } = useTranslation()
  const suggestions = audienceFeed.use((feed) => feed.value.suggestions)
  return (
    <>
      <OnOffSetting
        title={t('viewers.suggest.title')}
        text={t('viewers.suggest.text', { word: chosen.word })}
        on={chosen.enabled}
        onChange={(on) => onChange({ ...chosen, enabled: on })}
      />
      {chosen.enabled && (
        <>
          <TypedSetting
            title={t('viewers.suggest.word')}
            text={t('viewers.suggest.wordText')}
            value={chosen.word}
            problemOf={(typed) => (/^[!-~]{1,24}$/u.test(typed) ? undefined : t('viewers.suggest.wordProblem'))}
            onSave={(word) => onChange({ ...chosen, word })}
          />
          <Setting
            tall
            title={t('viewers.suggest.list')}
            text={suggestions.length === 0 ? t('viewers.suggest.none') : t('viewers.suggest.listText')}
          >
            {suggestions.length > 0 && (
              <ul className="viewers-suggestions">
                {suggestions.map((suggestion) => (
                  <SuggestionRow key={suggestion.id} suggestion={suggestion} />
                ))}
              </ul>
            )}
          </Setting>
        </>
      )}
    </>
  )
}

const SuggestionRow = ({ suggestion }: { readonly suggestion: Suggestion }) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const { id, platform, userName, text, count, isSent } = suggestion
  return (
    <li>
      <blockquote>{text}</blockquote>
      <p>
        <Name text={userName} /> · {t(`viewers.platform.${platform}`)}
        {count > 1 && ` · ${t('viewers.suggest.more', { count: count - 1 })}`}
        {isSent && ` · ${t('viewers.suggest.sent')}`}
      </p>
      <div className="viewers-buttons">
        <Button size="s" onClick={() => void send(attempt('audience:send-suggestion', { id }))}>
          {t('viewers.suggest.send')}
        </Button>
        <CopyButton
          label={t('viewers.suggest.copy')}
          onCopy={async () => (await send(attempt('audience:copy-suggestion', { id }))).ok}
        />
        <Button size="s" tone="quiet" onClick={() => void send(attempt('audience:dismiss-suggestion', { id }))}>
          {t('viewers.suggest.dismiss')}
        </Button>
      </div>
      {error && <ErrorNote title={t('viewers.error')} error={error} />}
    </li>
  )
}
