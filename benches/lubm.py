"""A graph like that of the Lehigh University Benchmark, and 21 rules of RDFS and OWL about it, for several engines.

Universities have departments, these have professors, students and courses. The counts are made up; the vocabulary and the
rules follow Y. Guo, Z. Pan, J. Heflin, "LUBM: A benchmark for OWL knowledge base systems", Journal of Web Semantics 3, 2005.
"""

import random

CLASSES = {"FullProfessor": "Professor", "AssistantProfessor": "Professor", "Professor": "Faculty", "Lecturer": "Faculty",
           "Faculty": "Person", "GraduateStudent": "Student", "Undergraduate": "Student", "Student": "Person"}
PROPERTIES = {"headOf": "worksFor", "worksFor": "memberOf", "doctorFrom": "degreeFrom", "mastersFrom": "degreeFrom"}
DOMAINS = {"teacherOf": "Faculty", "takesCourse": "Student"}
RANGES = {"degreeFrom": "University", "advisor": "Professor"}

# Heads and bodies over variables x, y, z; `type` is rdf:type.
RULES = ([(("type", "x", sup), [("type", "x", sub)]) for sub, sup in CLASSES.items()]
         + [((sup, "x", "y"), [(sub, "x", "y")]) for sub, sup in PROPERTIES.items()]
         + [(("type", "x", cls), [(prop, "x", "y")]) for prop, cls in DOMAINS.items()]
         + [(("type", "y", cls), [(prop, "x", "y")]) for prop, cls in RANGES.items()]
         + [(("subOrganizationOf", "x", "z"), [("subOrganizationOf", "x", "y"), ("subOrganizationOf", "y", "z")]),
            (("hasAlumnus", "y", "x"), [("degreeFrom", "x", "y")]),
            (("memberOf", "x", "z"), [("memberOf", "x", "y"), ("subOrganizationOf", "y", "z")]),
            (("colleague", "x", "z"), [("headOf", "x", "y"), ("worksFor", "z", "y")]),
            (("colleague", "y", "x"), [("colleague", "x", "y")])])
NAMES = ["type", *dict.fromkeys(atom[0] for head, body in RULES for atom in (head, *body))]


def facts(n_triples):
    """At least so many triples `(predicate, subject, object)`, of names."""
    numbers, count, university = random.Random(1), 0, 0
    while count < n_triples:
        for triple in university_of(university, numbers):
            yield triple
            count += 1
        university += 1


def university_of(number, numbers):
    university = f"u{number}"
    yield "type", university, "University"
    for department in (f"{university}d{d}" for d in range(15)):
        yield "subOrganizationOf", department, university
        for group in (f"{department}g{g}" for g in range(10)):
            yield "subOrganizationOf", group, department
        staff = [f"{department}p{p}" for p in range(30)]
        yield "headOf", staff[0], department
        for place, person in enumerate(staff):
            yield "type", person, ("FullProfessor", "AssistantProfessor", "Lecturer")[place % 3]
            yield "worksFor", person, department
            yield "doctorFrom", person, f"u{numbers.randrange(number + 1)}"
            for course in range(2):
                yield "teacherOf", person, f"{person}c{course}"
        for student in (f"{department}s{s}" for s in range(240)):
            yield "type", student, "GraduateStudent" if numbers.random() < 0.2 else "Undergraduate"
            yield "memberOf", student, department
            yield "advisor", student, numbers.choice(staff)
            for _ in range(2):
                yield "takesCourse", student, f"{numbers.choice(staff)}c{numbers.randrange(2)}"


RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def iri(name):
    return f"<{RDF_TYPE}>" if name == "type" else f"<http://example/{name}>"


def srl():
    def term(name):
        return f"?{name}" if name in "xyz" else iri(name)

    def triple(atom):
        predicate, subject, thing = atom
        return f"{term(subject)} {iri(predicate)} {term(thing)}"

    return "".join(f"RULE {{ {triple(head)} }} WHERE {{ {' . '.join(map(triple, body))} }}\n" for head, body in RULES)


def logic(atom):
    """An atom of clingo, Prolog and the like; classes are constants in lower case."""
    predicate, *terms = atom
    shown = ",".join(term.upper() if term in "xyz" else term.lower() for term in terms)
    return f"{predicate.lower()}({shown})"


def clauses(prefix=""):
    """The rules, whose predicates begin with `prefix`; then what is given is inferred too."""
    lines = [f"{prefix}{logic(head)} :- {', '.join(prefix + logic(atom) for atom in body)}." for head, body in RULES]
    if prefix:
        lines += [f"{prefix}{name.lower()}(X,Y) :- {name.lower()}(X,Y)." for name in (*NAMES, "advisor")]
    return "\n".join(dict.fromkeys(lines)) + "\n"
