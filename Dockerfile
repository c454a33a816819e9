# syntax=docker/dockerfile:1

# Dependencies first, so that a change of source does not install them again.
FROM python:3.11-slim-bookworm AS build
WORKDIR /build
RUN python -m venv /opt/levee
COPY pyproject.toml constraints.txt README.md LICENSE ./
RUN mkdir engine data bot \
    && touch engine/__init__.py data/__init__.py bot/__init__.py \
    && /opt/levee/bin/pip install --no-cache-dir --constraint constraints.txt . \
    && /opt/levee/bin/pip uninstall --yes levee \
    && rm -r engine data bot build
COPY engine engine
COPY data data
COPY bot bot
RUN /opt/levee/bin/pip install --no-cache-dir --no-deps .

FROM python:3.11-slim-bookworm
RUN useradd --create-home --uid 10001 levee \
    && install --directory --owner=levee --group=levee /var/lib/levee /var/lib/levee-key
COPY --from=build /opt/levee /opt/levee
ENV PATH=/opt/levee/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE=/var/lib/levee/levee.db
USER 10001
WORKDIR /home/levee
VOLUME /var/lib/levee
CMD ["python", "-m", "bot"]
