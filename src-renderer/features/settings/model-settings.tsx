/** Model settings: which model answers players, its key, and a test that names what is wrong. */

import {
  type ChatSettings,
  chatLimits,
  type LocalModels,
  type ModelChoice,
  type ModelTest,
  modelProviders,
} from '@shared/features/chat.js'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../bridge.js'
import { chat as chatFeed } from '../../state/feeds.js'
import { Button } from '../../ui/buttons/button.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Gap } from '../../ui/text/gap.js'
import './model-settings.css'

interface ModelSettingsProps {
  readonly chat: ChatSettings
  readonly onChange: (part: Partial<ChatSettings>) => void
}

export const TestResult = ({ result }: { readonly result: ModelTest }) => {
  const { t } = useTranslation()
  if (!result.ok) {
    const { kind, says, contextTokens } = result.problem
    return (
      <p className="model-result failed" role="status">
        {t(`modelProblem.${kind}`)}
        <Gap />
        {contextTokens !== undefined && t('chatSettings.contextIs', { tokens: contextTokens })}
        <Gap />
        {says && t('chatSettings.says', { says })}
      </p>
    )
  }
  const { contextTokens } = result.tools
  return (
    <p className="model-result" role="status">
      {t(result.usesTools ? 'chatSettings.works' : 'chatSettings.worksWithoutTools')}
      <Gap />
      {contextTokens !== undefined && t('chatSettings.shortList', { tokens: contextTokens })}
    </p>
  )
}

/** Of the saved model, as the last question or test found. */
const ShortList = () => {
  const { t } = useTranslation()
  const tokens = chatFeed.use((feed) => feed.value.smallContext)
  return tokens === null ? null : <p>{t('chatSettings.shortList', { tokens })}</p>
}

export const ModelSettings = ({ chat, onChange }: ModelSettingsProps) => {
  const { t } = useTranslation()
  const [model, setModel] = useState<ModelChoice>(chat.model)
  const [token, setToken] = useState('')
  const [local, setLocal] = useState<readonly LocalModels[]>()
  const [result, setResult] = useState<ModelTest | 'testing'>()
  const change = (part: Partial<ModelChoice>) => {
    setModel({ ...model, ...part })
    setResult(undefined)
  }
  const save = async (): Promise<void> => {
    if (token !== '') await request('chat:keep-key', { baseUrl: model.baseUrl, token })
    setToken('')
    onChange({ model })
  }
  const test = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setResult('testing')
    try {
      await save()
      setResult(await request('chat:test', model))
    } catch {
      setResult({ ok: false, problem: { kind: 'bad-address' } })
    }
  }
  return (
    <section className="setting tall">
      <div>
        <h3>{t('chatSettings.model')}</h3>
        <p>{t('chatSettings.modelText')}</p>
        {result === undefined && <ShortList />}
      </div>
      <form className="model-form" onSubmit={(event) => void test(event)}>
        <SelectField
          label={t('chatSettings.provider')}
          value={model.provider}
          options={modelProviders.map((value) => ({ value, label: t(`chatSettings.providers.${value}`) }))}
          onChoose={(provider) => change({ provider })}
        />
        <TextField
          label={t('chatSettings.baseUrl')}
          placeholder="https://api.openai.com/v1"
          maxLength={chatLimits.baseUrl}
          value={model.baseUrl}
          onChange={(event) => change({ baseUrl: event.target.value.trim() })}
        />
        <TextField
          label={t('chatSettings.modelName')}
          maxLength={chatLimits.modelName}
          value={model.name}
          onChange={(event) => change({ name: event.target.value.trim() })}
        />
        <TextField
          label={t('chatSettings.key')}
          hint={t('chatSettings.keyHint')}
          type="password"
          maxLength={512}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <div className="model-buttons">
          <Button type="submit" tone="go" disabled={model.baseUrl === '' || model.name === '' || result === 'testing'}>
            {t(result === 'testing' ? 'chatSettings.testing' : 'chatSettings.test')}
          </Button>
          <Button onClick={() => void request('chat:local-models').then(setLocal, () => setLocal([]))}>
            {t('chatSettings.findLocal')}
          </Button>
        </div>
        {result !== undefined && result !== 'testing' && <TestResult result={result} />}
        {local?.length === 0 && <p role="status">{t('chatSettings.noLocal')}</p>}
        {local?.map(({ program, baseUrl, models }) => (
          <ul key={program} className="model-local">
            {models.slice(0, 12).map((name) => (
              <li key={name}>
                <Button size="s" onClick={() => change({ provider: 'openai-compatible', baseUrl, name })}>
                  {t('chatSettings.useLocal', { name, program })}
                </Button>
              </li>
            ))}
          </ul>
        ))}
      </form>
    </section>
  )
}
