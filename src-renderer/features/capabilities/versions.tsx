/**
 * Versions: those that are in use and those that people accepted before, and the differences between any two of them.
 */

import { differencesBetween } from '@contract/compatibility/difference.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { CapabilityDetails } from '@shared/approvals/attempt.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/fields/select-field.js'
import { useServerName } from '../../ui/names/server-name.js'
import { Differences } from '../../ui/review/differences.js'
import { shortened, visibleText } from '../../ui/text/visible-text.js'
import type { CapabilityEntry } from './entries.js'

interface Version {
  readonly key: string
  readonly label: string
  readonly manifest: CapabilityManifest
}

const nameLimit = 48
const named = (name: string): string => shortened(visibleText(name), nameLimit)

/** One entry for each distinct manifest, with a server that has it. */
const useVersions = ({ offers }: CapabilityEntry, past: CapabilityDetails | undefined): readonly Version[] => {
  const { t, i18n } = useTranslation()
  const nameOf = useServerName()
  return useMemo(() => {
    const versions: Version[] = []
    const seen = new Set<string>()
    const add = (manifest: CapabilityManifest, label: string) => {
      const key = JSON.stringify(manifest)
      if (seen.has(key)) return
      seen.add(key)
      versions.push({ key: `${versions.length}`, label, manifest })
    }
    const day = (at: string) => new Date(at).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
    for (const { server, manifest } of offers) {
      if (manifest)
        add(manifest, t('manifests.versionOn', { version: manifest.version, server: named(nameOf(server)) }))
    }
    for (const { server, quarantined } of offers) {
      const label = quarantined?.rejected ? 'manifests.versionRejected' : 'manifests.versionWaiting'
      if (quarantined) {
        const { offered } = quarantined
        add(offered, t(label, { version: offered.version, server: named(nameOf(server)) }))
      }
    }
    for (const { serverId, manifests } of past?.earlier ?? []) {
      const server = offers.find((offer) => offer.server.id === serverId)?.server
      for (const { manifest, until } of manifests) {
        add(
          manifest,
          t('manifests.versionUntil', {
            version: manifest.version,
            server: named(server ? nameOf(server) : serverId),
            day: day(until),
          }),
        )
      }
    }
    return versions
  }, [offers, past, t, nameOf, i18n.language])
}

export const Versions = ({
  entry,
  past,
}: {
  readonly entry: CapabilityEntry
  readonly past: CapabilityDetails | undefined
}) => {
  const { t } = useTranslation()
  const versions = useVersions(entry, past)
  const [from, setFrom] = useState<string>()
  const [to, setTo] = useState('0')
  const after = versions.find(({ key }) => key === to) ?? versions[0]
  const before = versions.find(({ key }) => key === from) ?? versions.find((one) => one !== after)
  const differences = useMemo(
    () => (before && after ? differencesBetween(before.manifest, after.manifest) : []),
    [before, after],
  )
  if (versions.length < 2 || !before || !after) return null
  const options = versions.map(({ key, label }) => ({ value: key, label: visibleText(label) }))
  return (
    <section>
      <h4>{t('manifests.versions', { count: versions.length })}</h4>
      <div className="capability-compare">
        <SelectField label={t('manifests.compareFrom')} value={before.key} options={options} onChoose={setFrom} />
        <SelectField label={t('manifests.compareTo')} value={after.key} options={options} onChoose={setTo} />
      </div>
      {differences.length === 0 ? (
        <p className="capability-nothing">{t('manifests.noDifference')}</p>
      ) : (
        <Differences differences={differences} labels="versions" />
      )}
    </section>
  )
}
