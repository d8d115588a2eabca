"""Minimize an exported quadratic model: qubo.py FILE FORM, FORM of the output dict, list or line.

By dimod's exact solver up to 20 variables, otherwise by simulated annealing (dwave-samplers, seed 1).
Prints the best sample; ends with 1 when its energy is not 0."""
import json
import sys

import dimod
from dimod.serialization import coo
from dwave.samplers import SimulatedAnnealingSampler

path, form = sys.argv[1:]
with open(path, encoding="ascii") as file:
    text = file.read()
if text.startswith("{"):
    model = dimod.BinaryQuadraticModel.from_serializable(json.loads(text))
else:
    model = coo.loads(text)
    model.offset += float(text.split("# offset=")[1].split()[0])
if model.num_variables <= 20:
    samples = dimod.ExactSolver().sample(model)
else:
    samples = SimulatedAnnealingSampler().sample(model, num_reads=60, num_sweeps=3000, seed=1)
best = {int(name): int(value) for name, value in samples.first.sample.items()}
values = [best[i] for i in range(len(best))]
print({"dict": best, "list": json.dumps(values), "json": json.dumps(best),
       "line": "".join(map(str, values))}[form])
if abs(samples.first.energy) > 1e-9:
    sys.exit(1)
