/**
 * New actions: everything a new server offers on one screen, grouped by what happens when an AI asks.
 *
 * Guards invariant 4: what is sent is the fingerprint of what is on the screen; "Accept all" accepts what is switched on
 * and blocks what is switched off.
 */

import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { Button } from '../../../ui/buttons/button.js'
import { useServerName } from '../../../ui/names/server-name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { IconName } from '../../../ui/theme/icon-paths.js'
import { actionGroups, type GroupName } from './action-groups.js'
import { ActionRow } from './action-row.js'
import './new-actions.css'

const icons: Readonly<Record<GroupName, IconName>> = { allowed: 'done', asks: 'ask', two: 'people', off: 'final' }

const useAccess = (server: Server): readonly CapabilityAccess[] => {
  const [access, setAccess] = useState<readonly CapabilityAccess[]>([])
  const { id, quarantined } = server
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server offers is why it is read again
  useEffect(() => {
    let left = false
    void attempt('servers:waiting-access', { id }).then((result) => {
      if (!left && result.ok) setAccess(result.value)
    })
    return () => {
      left = true
    }
  }, [id, quarantined])
  return access
}

export interface NewActionsProps {
  readonly server: Server
  /** Waiting, new and without suspicious texts. */
  readonly actions: readonly QuarantinedCapability[]
  readonly busy: boolean
  readonly onDecide: (on: readonly QuarantinedCapability[], off: readonly QuarantinedCapability[]) => void
}

export const NewActions = ({ server, actions, busy, onDecide }: NewActionsProps) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const groups = actionGroups(actions, useAccess(server))
  /** Switches a person moved, by id. */
  const [moved, setMoved] = useState<Readonly<Record<string, boolean>>>({})
  const isOn = ({ id }: QuarantinedCapability) => moved[id] ?? !isOffByDefault(id)
  const on = actions.filter(isOn)
  const title = t('actions.title', { server: visibleText(nameOf(server)) })
  return (
    <section className="new-actions" aria-label={title}>
      <div className="new-actions-head">
        <div>
          <h2>{title}</h2>
          <p>{t('actions.text', { count: actions.length })}</p>
        </div>
        <Button
          tone="go"
          disabled={busy}
          onClick={() =>
            onDecide(
              on,
              actions.filter((one) => !isOn(one)),
            )
          }
        >
          {t(on.length === 0 ? 'actions.keepOff' : 'actions.accept', { count: actions.length })}
        </Button>
      </div>
      <div className="new-actions-groups">
        {groups.map((group) => (
          <section key={group.name} aria-label={t(`actions.group.${group.name}`)}>
            <h3 className={group.name}>
              <Icon name={icons[group.name]} />
              {t(`actions.group.${group.name}`)}
              <span className="new-actions-count">{group.actions.length}</span>
              <span className="new-actions-hint">{t(`actions.hint.${group.name}`)}</span>
            </h3>
            <ul>
              {group.actions.map((action) => (
                <ActionRow
                  key={`${action.id} ${action.fingerprint}`}
                  action={action}
                  on={isOn(action)}
                  busy={busy}
                  onSwitch={(next) => setMoved({ ...moved, [action.id]: next })}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}
