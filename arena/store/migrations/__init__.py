"""The schema's history; ``opening`` runs it, inside a transaction it has begun."""
