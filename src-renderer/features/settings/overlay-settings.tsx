/** Overlay settings: the switch, address and appearance of the page for a streamer's scene. */

import type { OverlaySettings as Overlay } from '@shared/features/overlay.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { overlay as overlayFeed } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { MaskedText } from '../../ui/text/masked-text.js'
import { OverlayLookSettings } from './overlay-look.js'
import { PortSetting } from './port-setting.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'

export const OverlaySettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const state = overlayFeed.use((feed) => feed.value)
  const { overlay } = settings
  const change = (part: Partial<Overlay>) => onChange({ overlay: { ...overlay, ...part } })
  const failed = state.kind === 'failed' && overlay.enabled && state.port === overlay.port
  return (
    <>
      <OnOffSetting
        title={t('streaming.overlay')}
        text={t('streaming.overlayText')}
        on={overlay.enabled}
        onChange={(on) => change({ enabled: on })}
      />
      {overlay.enabled && (
        <>
          {state.kind === 'on' && (
            <OverlayAddress address={state.address} hasKey={state.hasKey} watching={state.watching} />
          )}
          <PortSetting
            title={t('streaming.port.title')}
            text={t('streaming.port.text')}
            port={overlay.port}
            problem={failed ? t(`streaming.port.${state.why}`) : undefined}
            onSave={(port) => change({ port })}
          />
          <OverlayLookSettings look={overlay.look} onChange={(look) => change({ look })} />
        </>
      )}
    </>
  )
}

interface AddressProps {
  readonly address: string
  readonly hasKey: boolean
  readonly watching: number
}

const OverlayAddress = ({ address, hasKey, watching }: AddressProps) => {
  const { t } = useTranslation()
  const [sure, setSure] = useState(false)
  const { error, send } = useRequest()
  const ask = async (channel: 'overlay:copy' | 'overlay:renew') => {
    const result = await send(attempt(channel))
    setSure(false)
    return result.ok
  }
  return (
    <Setting tall title={t('streaming.address')} text={t('streaming.addressText')}>
      <div className="overlay-address">
        <code className="mono">
          <MaskedText text={address} />
        </code>
        <CopyButton label={t('streaming.copy')} onCopy={() => ask('overlay:copy')} />
        {hasKey && (
          <Button size="s" tone="quiet" onClick={() => setSure(true)}>
            {t('streaming.renew')}
          </Button>
        )}
      </div>
      <p className="overlay-watching" role="status">
        {t(watching > 0 ? 'streaming.watching' : 'streaming.nobody', { count: watching })}
      </p>
      {sure && (
        <div className="setting-sure">
          <Confirm
            question={t('streaming.renewSure')}
            text={t('streaming.renewText')}
            keep={t('app.cancel')}
            act={t('streaming.renewDo')}
            onKeep={() => setSure(false)}
            onAct={() => void ask('overlay:renew')}
          />
        </div>
      )}
      {error && <ErrorNote title={t('streaming.copyFailed')} error={error} />}
    </Setting>
  )
}
