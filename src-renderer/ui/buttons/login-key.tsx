/** Login key: copied by default, shown on a click, and never while stream-safe mode is on. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../state/preferences.js'
import { Button } from './button.js'
import { CopyButton } from './copy-button.js'
import './login-key.css'

export interface LoginKeyProps {
  /** Resolve to the key; undefined when it is refused. */
  readonly onShow: () => Promise<string | undefined>
  readonly onRenew: () => Promise<string | undefined>
  /** Resolves to whether it worked. */
  readonly onCopy: () => Promise<boolean>
}

export const LoginKey = ({ onShow, onRenew, onCopy }: LoginKeyProps) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  const [key, setKey] = useState<string>()
  return (
    <div className="login-key">
      <CopyButton label={t('addBedrock.copyLogin')} onCopy={onCopy} />
      {!streamSafe && key === undefined && (
        <Button size="s" onClick={() => void onShow().then(setKey)}>
          {t('addBedrock.showKey')}
        </Button>
      )}
      {!streamSafe && key !== undefined && (
        <>
          <code>#login {key}</code>
          <Button size="s" tone="quiet" onClick={() => void onRenew().then(setKey)}>
            {t('addBedrock.newKey')}
          </Button>
        </>
      )}
    </div>
  )
}
