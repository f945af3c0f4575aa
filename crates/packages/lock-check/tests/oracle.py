"""What Python's `packaging` says, a line of JSON for a line of JSON: the oracle of the tests.

    oracle.py specifiers   {"specifier", "version"}   -> true, false, or null for what is malformed
    oracle.py metadata     a METADATA file as a string -> the fields that a resolver needs
    oracle.py indexes      a project, an index, locks  -> whether there is a solution, and which locks are one

The search knows the rules that docs/packages.md states, but for parts of the environments: it looks for one version a
package for all. A resolver that splits the environments may find a lock where there is no such choice; its locks are
walked through in each environment by itself (`pins`, whose markers say where a version is chosen). A marker that
holds in some environment of the project holds, also that of a constraint, a version must run on all Pythons of the project, a pre-release is
taken where a requirement names one or no other version fits whose metadata can be read.

A lock is `valid` if it holds exactly what the usual platforms need.
"""

import functools
import itertools
import json
import sys

from packaging.markers import Marker
from packaging.metadata import parse_email
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

PLATFORMS = [("posix", "linux", "Linux"), ("nt", "win32", "Windows"), ("posix", "darwin", "Darwin"), ("java", "java", "Java")]
# Variables of a marker are independent of each other for a resolver: also platforms that nobody has.
ANY_PLATFORMS = list(itertools.product(*map(sorted, map(set, zip(*PLATFORMS)))))
PYTHONS = ["2.7.18"] + [f"3.{minor}.{patch}" for minor in range(4, 16) for patch in (0, 1, 2, 5)] + ["4.0.0", "4.1.5"]


ENVIRONMENTS = [(python, *platform) for python in PYTHONS for platform in ANY_PLATFORMS]


def places(holds):
    """The environments in which something holds, as bits."""
    return sum(1 << i for i, environment in enumerate(ENVIRONMENTS) if holds(*environment))


@functools.cache
def of_pythons(pythons, platforms):
    return places(lambda python, *platform: python in pythons and tuple(platform) in platforms)


@functools.cache
def where_holds(marker, extra):
    marker = Marker(marker)
    return places(lambda python, os, sys_platform, system: marker.evaluate({
        "python_full_version": python, "python_version": ".".join(python.split(".")[:2]), "os_name": os,
        "sys_platform": sys_platform, "platform_system": system, "extra": extra,
    }))


def specifier(case):
    try:
        return SpecifierSet(case["specifier"], prereleases=True).contains(Version(case["version"]), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return None


def metadata(text):
    raw, _ = parse_email(text.encode())
    fields = ["name", "version", "summary", "requires_python", "requires_dist", "provides_extra"]
    return {field: raw.get(field) for field in fields}


class Case:
    def __init__(self, case):
        self.python = SpecifierSet(case["requires_python"] or "")
        self.pythons = [p for p in PYTHONS if self.python.contains(p)]
        self.held, self.parsed = {}, {}
        self.is_bounded = case["requires_python"] is not None
        self.extras = {canonicalize_name(name): list for name, list in case["extras"].items()}
        self.roots = []
        for text in case["dependencies"]:
            self.root(Requirement(text), set())
        for list in case["extras"].values():
            for text in list:
                self.root(Requirement(text), set())
        self.constraints = [Requirement(text) for text in case["constraints"]]
        self.overrides = [Requirement(text) for text in case["overrides"]]
        self.roots = [one for root in self.roots for one in self.in_effect(root)]
        self.roots = [one for one in self.roots if self.holds(one, "")]
        self.pins = {
            (canonicalize_name(one.name), Version(clause.version))
            for one in self.roots + [one for one in self.overrides if self.holds(one, "")]
            for clause in one.specifier
            if clause.operator == "==" and not clause.version.endswith("*")
        }
        self.versions, self.releases = {}, {}
        for name, releases in case["index"].items():
            self.versions[name], self.releases[name] = {}, {}
            for release in releases:
                if Version(release["says"]) == Version(release["version"]):
                    self.releases[name][Version(release["version"])] = release
                version = self.usable(name, release)
                if version is not None:
                    self.versions[name][version] = release

    def root(self, requirement, seen):
        """Own extras stand for what they hold."""
        if canonicalize_name(requirement.name) != "project":
            self.roots.append(requirement)
            return
        for extra in map(canonicalize_name, requirement.extras):
            if extra not in seen:
                for text in self.extras[extra]:
                    self.root(Requirement(text), seen | {extra})

    def in_effect(self, requirement):
        """The overrides of its package, for the same extra; itself if there is none."""
        name, marker = canonicalize_name(requirement.name), str(requirement.marker or "")
        overrides = [one for one in self.overrides if canonicalize_name(one.name) == name]
        extra = "extra" + marker.split("extra", 1)[1] if "extra ==" in marker else ""
        found = []
        for one in overrides:
            here = Requirement(str(one))
            markers = [f"({text})" for text in (str(one.marker or ""), extra) if text]
            here.marker = Marker(" and ".join(markers)) if markers else None
            found.append(here)
        return found if overrides else [requirement]

    def constrained(self, name, version, place=None):
        """Whether all constraints admit a version: those that hold in a place, or anywhere."""
        def here(one):
            return self.holds(one, "") if place is None else one.marker is None or where_holds(str(one.marker), "") >> place & 1
        on_it = [one for one in self.constraints if canonicalize_name(one.name) == name and here(one)]
        return all(one.specifier.contains(version, prereleases=True) for one in on_it)

    def holds(self, requirement, extra):
        if requirement.marker is None:
            return True
        key = (str(requirement.marker), extra)
        if key not in self.held:
            self.held[key] = self.evaluate(requirement, extra)
        return self.held[key]

    def evaluate(self, requirement, extra):
        for python, (os, sys_platform, system) in itertools.product(self.pythons, PLATFORMS):
            environment = {
                "python_full_version": python, "python_version": ".".join(python.split(".")[:2]), "os_name": os,
                "sys_platform": sys_platform, "platform_system": system, "extra": extra,
            }
            if requirement.marker.evaluate(environment):
                return True
        return False

    def usable(self, name, release):
        version = Version(release["version"])
        if Version(release["says"]) != version:
            return None
        python = release["requires_python"]
        if self.is_bounded and python is not None:
            specifiers = SpecifierSet(python)
            if not all(specifiers.contains(one) for one in self.pythons):
                return None
        if self.is_bounded and not any(self.fits(tag) for tag in release["tags"].split("-")[0].split(".")):
            return None
        if release["yanked"] and (name, version) not in self.pins:
            return None
        return version

    def fits(self, tag):
        if tag == "py3":
            return any(python.startswith("3.") for python in self.pythons)
        minor = tag.lstrip("cpygral")[1:]
        return any(python.split(".")[:2] == ["3", minor] for python in self.pythons)

    def requires(self, name, version, extras):
        """What a version requires with these extras; None if that cannot be read."""
        found = []
        for text in self.releases[name][version]["requires_dist"]:
            if text not in self.parsed:
                try:
                    self.parsed[text] = Requirement(text)
                except InvalidRequirement:
                    self.parsed[text] = None
            one = self.parsed[text]
            if one is None or one.url:
                # Only what is behind an extra that is not asked for may be unreadable.
                extra = text.rsplit("extra == '", 1)[1].rstrip("'") if "extra == '" in text else None
                if extra is None or extra in extras:
                    return None
                continue
            found += [
                one for one in self.in_effect(one) if any(self.holds(one, extra) for extra in {""} | extras)
            ]
        return found

    def demands(self, chosen):
        """All requirements that a choice brings, each with the package that has it; None if one cannot be read."""
        asked, known, open = {}, [(None, one) for one in self.roots], list(self.roots)
        while open:
            one = open.pop()
            name = canonicalize_name(one.name)
            if name not in chosen:
                continue
            extras = {canonicalize_name(extra) for extra in one.extras}
            before = asked.get(name)
            if before is not None and extras <= before:
                continue
            asked[name] = (before or set()) | extras
            new = self.requires(name, chosen[name], asked[name])
            if new is None:
                return None
            known += [(name, one) for one in new]
            open += new
        return known

    def reached(self, chosen, platforms):
        """The packages that are needed in some environment; None if one is missing."""
        everywhere = of_pythons(tuple(self.pythons), tuple(platforms))
        reached, open = {}, [(one, "", everywhere) for one in self.roots]
        while open:
            one, of_extra, where = open.pop()
            where &= -1 if one.marker is None else where_holds(str(one.marker), of_extra)
            if not where:
                continue
            name = canonicalize_name(one.name)
            if name not in chosen:
                return None
            for extra in {""} | {canonicalize_name(extra) for extra in one.extras}:
                new = where & ~reached.get((name, extra), 0)
                if new:
                    reached[name, extra] = reached.get((name, extra), 0) | new
                    more = self.requires(name, chosen[name], {extra} - {""})
                    if more is None:
                        return None
                    open += [(other, extra, new) for other in more]
        return {name for name, _ in reached}

    def walk(self, place, pins, reached):
        """Follows what is required in one environment; whether each package there has one version, which fits."""
        def here(marker, extra=""):
            return marker is None or where_holds(str(marker), extra) >> place & 1
        open, seen = [one for one in self.roots if here(one.marker)], set()
        while open:
            one = open.pop()
            name = canonicalize_name(one.name)
            found = [(i, version) for i, (pinned, version, marker) in enumerate(pins) if pinned == name and here(marker)]
            if len(found) != 1:
                return False
            (i, version), = found
            reached.add(i)
            release = self.releases.get(name, {}).get(version)
            if release is None or not one.specifier.contains(version, prereleases=True):
                return False
            if not self.constrained(name, version, place):
                return False
            python = release["requires_python"]
            if self.is_bounded and python and not SpecifierSet(python).contains(ENVIRONMENTS[place][0]):
                return False
            for extra in {""} | {canonicalize_name(extra) for extra in one.extras}:
                if (name, extra) not in seen:
                    seen.add((name, extra))
                    more = self.requires(name, version, {extra} - {""})
                    if more is None:
                        return False
                    open += [other for other in more if here(other.marker, extra)]
        return True

    def is_lock_in_each(self, pins):
        """Whether a lock holds on each usual platform, and has nothing that is needed nowhere."""
        pins, reached = [(pin["name"], Version(pin["version"]), pin["marker"]) for pin in pins], set()
        def walks(platforms):
            places = of_pythons(tuple(self.pythons), tuple(platforms))
            return [self.walk(i, pins, reached) for i in range(places.bit_length()) if places >> i & 1]
        if not all(walks(PLATFORMS)):
            return False
        if len(reached) < len(pins):
            walks(ANY_PLATFORMS)
        return len(reached) == len(pins)

    def is_lock(self, chosen, platforms):
        return self.is_solution(chosen) and self.reached(chosen, platforms) == set(chosen)

    def is_solution(self, chosen):
        known = self.demands(chosen)
        if known is None:
            return False
        for name, version in chosen.items():
            on_it = [one.specifier for _, one in known if canonicalize_name(one.name) == name]
            if not all(specifiers.contains(version, prereleases=True) for specifiers in on_it):
                return False
            if not self.constrained(name, version):
                return False
            # What a version requires of its own package speaks for nobody.
            on_it = [one.specifier for by, one in known if canonicalize_name(one.name) == name != by]
            asked = {
                canonicalize_name(extra) for _, one in known if canonicalize_name(one.name) == name for extra in one.extras
            }
            fitting = [
                other for other in self.versions[name]
                if all(specifiers.contains(other, prereleases=True) for specifiers in on_it)
                and self.constrained(name, other)
                and self.requires(name, other, asked) is not None
            ]
            named = any(
                clause.operator != "!=" and not clause.version.endswith("*") and Version(clause.version).is_prerelease
                for specifiers in on_it for clause in specifiers
            )
            if version.is_prerelease and not named and any(not other.is_prerelease for other in fitting):
                return False
        return True

    def search(self, chosen):
        known = self.demands(chosen)
        if known is None:
            return False
        for _, one in known:
            name = canonicalize_name(one.name)
            if name in chosen and not one.specifier.contains(chosen[name], prereleases=True):
                return False
        open = [name for name in (canonicalize_name(one.name) for _, one in known) if name not in chosen]
        if not open:
            return self.is_solution(chosen)
        return any(self.search({**chosen, open[0]: version}) for version in self.versions.get(open[0], {}))


def index(case):
    one = Case(case)
    if any(canonicalize_name(root.name) not in one.versions for root in one.roots):
        return {"solvable": None, "valid": [False] * len(case["locks"]), "holds": [False] * len(case["pins"])}
    locks = [{name: Version(version) for name, version in lock.items()} for lock in case["locks"]]
    known = lambda lock: all(version in one.versions.get(name, {}) for name, version in lock.items())
    valid = lambda platforms: [known(lock) and one.is_lock(lock, platforms) for lock in locks]
    holds = [one.is_lock_in_each(pins) for pins in case["pins"]]
    return {"solvable": one.search({}), "valid": valid(PLATFORMS), "holds": holds}


answer = {"specifiers": specifier, "metadata": metadata, "indexes": index}[sys.argv[1]]
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=False)
